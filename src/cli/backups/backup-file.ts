import { existsSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncDirectory } from '../../server/storage/database/directories.ts'
import type { Database } from '../../server/storage/database/open-database.ts'
import { writeCopy } from '../../server/storage/transfer/copied-file.ts'
import { encrypt } from './encryption.ts'

/** After an hour without a change nobody writes a partial copy any more: a million requests take a minute or two. */
const ABANDONED_AFTER_MS = 60 * 60_000

/**
 * What is there while a backup is being made: its copy in a directory of backups, the copy in the data directory that is
 * encrypted next, and files by which SQLite itself recovers.
 */
const UNFINISHED = /^(?:requests-\d{8}T\d{6}\.\d{3}Z\.sqlite(?:\.age)?\.part|backing-up-\d+\.sqlite)(?:-journal)?$/

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
export async function assertDirectory(path: string): Promise<void> {
  const isDirectory = existsSync(path) && (await stat(path)).isDirectory()
  if (!isDirectory) throw new Error(`${path} is not a directory: create it, or mount its disk.`)
}

/** Deletes what a backup that was killed has left in a directory: it contains personal data, and takes room. */
export async function removeAbandoned(directory: string): Promise<void> {
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
