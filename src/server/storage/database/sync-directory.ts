import { closeSync, fsyncSync, openSync } from 'node:fs'

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
