import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a directory and its missing parents, for the owner only. An existing one stays as it is. Node's recursive
 * `mkdir` never ends where the system reports an existing directory as missing, as below `/proc`.
 *
 * @throws a Node error when it cannot be created
 */
export async function makeDirectory(path: string): Promise<void> {
  if (existsSync(path)) return
  await makeDirectory(dirname(path))
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another instance that starts at the same time may have created it.
    if (error.code !== 'EEXIST') throw error
  })
}

/**
 * Flushes a directory to disk. Only then is the name of a file that was created, renamed or linked there on disk.
 *
 * @throws a Node error when it cannot be flushed
 */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
