import { existsSync } from 'node:fs'
import { type FileHandle, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '../../server/storage/database/open-database.ts'
import { syncDirectory } from '../../server/storage/database/open-sqlite.ts'
import { erasureKeyOf } from '../../server/storage/erasure.ts'
import { erasureListIn } from '../../server/storage/erasure-list.ts'
import { erasureKeyIn, writeCopy } from './backup-file.ts'
import { encrypt } from './encryption.ts'

/**
 * `requests-20261122T023000.123Z.sqlite`, and `.age` where it is encrypted: the instant of the backup, in UTC, so that
 * names sort by time.
 */
const NAME = /^requests-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2}\.\d{3})Z\.sqlite(?:\.age)?$/

/** After an hour without a change nobody writes a partial copy any more: a million requests take a minute or two. */
const ABANDONED_AFTER_MS = 60 * 60_000

/**
 * What is there while a backup is being made: its copy in a directory of backups, the copy in the data directory that is
 * encrypted next, and files by which SQLite itself recovers.
 */
const UNFINISHED = /^(?:requests-\d{8}T\d{6}\.\d{3}Z\.sqlite(?:\.age)?\.part|backing-up-\d+\.sqlite)(?:-journal)?$/

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
  await assertDirectory(directory)
  if ((await realpath(directory)) === (await realpath(dataDirectory))) {
    throw new Error(`${directory} is DATA_DIR: a backup needs another directory, on another disk.`)
  }
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

/**
 * Writes a copy of an SQLite store, as it is at one moment, to a file for its owner only. Others read and write
 * meanwhile. The file gets its name when the copy has been checked and is on disk; the name is also on disk when this
 * resolves. It is intact, and contains no erased data.
 *
 * @param recipient a key of age, for which the file is encrypted. The copy before that is in the data directory, which
 * needs room for it; what a crash has left there is deleted by the first backup an hour later
 * @returns how many requests it has
 * @throws an error of one line when the file already exists, or the copy failed
 */
export async function backUpTo(
  file: string,
  { database, dataDirectory, recipient }: { database: Database; dataDirectory: string; recipient?: string | undefined },
): Promise<number> {
  await assertDirectory(dirname(file))
  if (existsSync(file)) throw new Error(`${file} already exists: choose another name.`)
  await removeAbandoned(dataDirectory)
  const part = `${file}.part`
  // It is filled while it is empty, and keeps its mode.
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`${part} exists: another backup is running, or was interrupted; delete it then.`)
  })
  try {
    const requests = await (recipient === undefined
      ? writeCopy(database, part)
      : writeEncrypted(database, dataDirectory, handle, recipient))
    await handle.sync()
    await rename(part, file)
    syncDirectory(dirname(file))
    return requests
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** A missing directory is not created: it may be the place where a disk is not mounted. @throws an error of one line */
async function assertDirectory(path: string): Promise<void> {
  const isDirectory = existsSync(path) && (await stat(path)).isDirectory()
  if (!isDirectory) throw new Error(`${path} is not a directory: create it, or mount its disk.`)
}

/** Deletes what a backup that was killed has left in a directory: it contains personal data, and takes room. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of (await readdir(directory)).filter((each) => UNFINISHED.test(each))) {
    const path = join(directory, name)
    if (Date.now() - (await stat(path)).mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true })
  }
}

async function writeEncrypted(
  database: Database,
  dataDirectory: string,
  to: FileHandle,
  recipient: string,
): Promise<number> {
  const plain = join(dataDirectory, `backing-up-${process.pid}.sqlite`)
  const handle = await open(plain, 'wx+', 0o600)
  try {
    const requests = await writeCopy(database, plain)
    // From here on no crash leaves it behind.
    await rm(plain)
    await encrypt(handle, to, recipient)
    return requests
  } finally {
    await rm(plain, { force: true })
    await handle.close()
  }
}
