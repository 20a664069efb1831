import { statfs } from 'node:fs/promises'

export interface DiskSpace {
  /** What a program without special rights may still write. */
  freeBytes: number
  sizeBytes: number
}

/**
 * A disk with less than 10 % free is nearly full, as for Kubernetes, which evicts from such a node. Of a large disk
 * 10 GiB are enough: room for 3 million requests of 3.2 KB, as demo data has them with calls and search words.
 */
const MIN_FREE_SHARE = 0.1
const MIN_FREE_BYTES = 10 * 1_024 ** 3

/** The free space of the disk that has a directory. @throws a system error when the directory cannot be found */
export async function diskSpaceOf(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

/** Whether somebody must make room: less than 10 % are free, and less than 10 GiB. */
export function isNearlyFull({ freeBytes, sizeBytes }: DiskSpace): boolean {
  return freeBytes < MIN_FREE_BYTES && freeBytes < MIN_FREE_SHARE * sizeBytes
}
