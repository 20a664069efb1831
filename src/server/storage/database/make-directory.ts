import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a directory for its owner alone, and those above it that are missing. One that is there stays as it is. Node's
 * own recursive `mkdir` never ends where the system says that a directory is missing which is there, as below `/proc`.
 *
 * @throws a Node error when it cannot be made
 */
export async function makeDirectory(path: string): Promise<void> {
  if (existsSync(path)) return
  await makeDirectory(dirname(path))
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another instance that starts at the same time may have made it.
    if (error.code !== 'EEXIST') throw error
  })
}
