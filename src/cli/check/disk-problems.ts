import { diskSpaceOf, isNearlyFull } from '../../server/storage/database/disk-space.ts'

const MIB = 1_024 ** 2
const GIB = 1_024 ** 3

/** One line when the disk that has a directory is nearly full. @throws a system error when it cannot be found */
export async function diskProblems(directory: string): Promise<string[]> {
  const space = await diskSpaceOf(directory)
  if (!isNearlyFull(space)) return []
  const { freeBytes, sizeBytes } = space
  return [
    `The disk of DATA_DIR (${directory}) is nearly full: ${inWords(freeBytes)} of ${inWords(sizeBytes)} are free.`,
  ]
}

/** Rounded down, so that no space seems to be there that is not. */
function inWords(bytes: number): string {
  if (bytes < GIB) return `${Math.floor(bytes / MIB)} MiB`
  return `${Math.floor((bytes / GIB) * 10) / 10} GiB`
}
