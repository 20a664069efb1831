import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that lies in the files of a directory, byte by byte, as text that ASCII can be found in. */
export function bytesIn(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}
