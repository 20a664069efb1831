import { readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncDirectory } from '../../server/storage/database/directories.ts'
import type { Database } from '../../server/storage/database/open-database.ts'
import { erasureKeyOf } from '../../server/storage/erasure/erased-requests.ts'
import { erasureListIn } from '../../server/storage/erasure/erasure-list.ts'
import { erasureKeyIn } from '../../server/storage/transfer/copied-file.ts'
import { assertDirectory, backUpTo, removeAbandoned } from './backup-file.ts'

/**
 * `requests-20261122T023000.123Z.sqlite`, and `.age` where it is encrypted: the instant of the backup, in UTC, so that
 * names sort by time.
 */
const NAME = /^requests-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2}\.\d{3})Z\.sqlite(?:\.age)?$/

interface BackupOptions {
  database: Database
  dataDirectory: string
  /** How many backups there are afterwards, at most: 1 or more. */
  keep: number
  now: Date
  /** A key of age, for which the backup is encrypted. */
  recipient?: string | undefined
}

/**
 * Makes a backup in a directory, adds the store's erasure list to the list there, and then deletes the oldest backups.
 * Deletes nothing when the backup failed, never another file, and never the new backup, even if a wrong clock has named it.
 *
 * @returns its file, how many requests it has, how many older backups were deleted, and the list with which it can be
 * restored
 * @throws an error of one line. A backup that is complete stays, also when it was not possible to save the list
 */
export async function backUpInto(directory: string, { database, dataDirectory, keep, now, recipient }: BackupOptions) {
  await assertUsable(directory, dataDirectory)
  await assertNotOfAnotherStore(directory, await erasureKeyOf(database))
  await removeAbandoned(directory)

  const instant = now.toISOString().replaceAll(/[-:]/g, '')
  const file = join(directory, `requests-${instant}.sqlite${recipient === undefined ? '' : '.age'}`)
  const requests = await backUpTo(file, { database, dataDirectory, recipient })
  // After the backup, so that the list has every erasure that the backup knows.
  const list = erasureListIn(directory)
  // A list only grows: what an earlier backup has saved stays, even if the store's own list was lost since.
  await list.add(await erasureListIn(dataDirectory).hashesSoFar())
  const others = (await backupsIn(directory)).filter((other) => other !== file)
  const oldest = others.slice(0, Math.max(0, others.length - (keep - 1)))
  for (const old of oldest) await rm(old)
  syncDirectory(directory)
  return { file, requests, deleted: oldest.length, list }
}

/** The backups that `backUpInto` made in a directory, the oldest first, with their paths. */
export async function backupsIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && NAME.test(entry.name)).map(({ name }) => name)
  return names.sort().map((name) => join(directory, name))
}

/** When a backup was made: by its name, otherwise when the file was last written. @throws a Node error */
export async function madeAt(file: string): Promise<Date> {
  const [, year, month, day, hours, minutes, seconds] = NAME.exec(file.slice(file.lastIndexOf('/') + 1)) ?? []
  if (year === undefined) return (await stat(file)).mtime
  return new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
}

async function assertUsable(directory: string, dataDirectory: string): Promise<void> {
  await assertDirectory(directory)
  if ((await realpath(directory)) !== (await realpath(dataDirectory))) return
  throw new Error(`${directory} is DATA_DIR: a backup needs another directory, on another disk.`)
}

/** Two stores in one directory would delete each other's backups. One that is damaged or encrypted prevents no new one. */
async function assertNotOfAnotherStore(directory: string, key: string): Promise<void> {
  const newest = (await backupsIn(directory)).at(-1)
  if (newest === undefined) return
  let theirs: string
  try {
    theirs = erasureKeyIn(newest)
  } catch {
    return
  }
  if (theirs !== key) {
    throw new Error(`${directory} has backups of another store: give each store a directory of its own.`)
  }
}
