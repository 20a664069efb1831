import { existsSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { syncDirectory } from '../database/directories.ts'
import type { Database } from '../database/open-database.ts'
import { requestsFile } from '../database/open-sqlite.ts'
import { assertIntact } from './assert-intact.ts'
import { encrypt } from './encryption.ts'
import { StoreMoment } from './store-moment.ts'

/** After an hour without a change nobody writes a partial copy any more: a million requests take a minute or two. */
export const ABANDONED_AFTER_MS = 60 * 60_000

/** The copy in the data directory that is encrypted next, named after the process that makes it. */
const PLAIN_COPY = /^backing-up-(\d+)\.sqlite(?:-journal)?$/

/**
 * Writes a copy of an SQLite store, as it is at one moment, to a file for its owner only. Others read and write
 * meanwhile. The file gets its name when the copy has been checked and is on disk; the name is also on disk when this
 * resolves. It is intact, has every row that the store had before, and contains no erased data.
 *
 * @param dataDirectory the store's
 * @param recipient a key of age, for which the file is encrypted. The copy before that is in the data directory, which
 * needs room for it; what a crash has left there is deleted by the next backup
 * @returns how many requests it has
 * @throws an error of one line when the file already exists, or the copy failed
 */
export async function backupStore(
  database: Database,
  dataDirectory: string,
  file: string,
  recipient?: string,
): Promise<number> {
  if (existsSync(file)) throw new Error(`${file} already exists: choose another name.`)
  await removeAbandonedCopies(dataDirectory)
  const part = `${file}.part`
  // VACUUM INTO fills an empty file, and keeps its mode.
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`${part} exists: another backup is running, or was interrupted; delete it then.`)
  })
  try {
    const requests =
      recipient === undefined
        ? await copyStore(database, dataDirectory, part)
        : await copyEncrypted(database, dataDirectory, handle, recipient)
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

/** Fills an empty file. @returns how many requests it has */
async function copyStore(database: Database, dataDirectory: string, path: string): Promise<number> {
  const before = new StoreMoment(requestsFile(dataDirectory))
  try {
    await sql`vacuum into ${path}`.execute(database)
    assertIntact(path)
    return before.assertIsIn(path)
  } finally {
    before.close()
  }
}

async function copyEncrypted(
  database: Database,
  dataDirectory: string,
  to: FileHandle,
  recipient: string,
): Promise<number> {
  const plain = join(dataDirectory, `backing-up-${process.pid}.sqlite`)
  const handle = await open(plain, 'wx+', 0o600)
  try {
    const requests = await copyStore(database, dataDirectory, plain)
    // From here on no crash leaves it behind.
    await rm(plain)
    await encrypt(handle, to, recipient)
    return requests
  } finally {
    await rm(plain, { force: true })
    await handle.close()
  }
}

/** What backups that were killed have left. */
async function removeAbandonedCopies(dataDirectory: string): Promise<void> {
  for (const name of await readdir(dataDirectory)) {
    const [, pid] = PLAIN_COPY.exec(name) ?? []
    if (pid === undefined) continue
    const path = join(dataDirectory, name)
    const isOld = Date.now() - (await stat(path)).mtimeMs > ABANDONED_AFTER_MS
    if (isOld || Number(pid) === process.pid || !isRunning(Number(pid))) await rm(path, { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
