import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Flushes a directory to disk: the name of a file that was made, renamed or linked there is on disk only then.
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
