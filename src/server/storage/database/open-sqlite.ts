import { closeSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs'
import { chmod, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { Kysely } from 'kysely'
import { migrateToLatest } from './migrate.ts'
import type { Schema } from './schema.ts'
import { sharedSqliteDialect } from './sqlite-dialect.ts'

/** How long opening waits for another process. It blocks the event loop, which serves nobody yet. */
const OPENING_TIMEOUT_MS = 1_000

/** Less than better-sqlite3's 16,000 KiB, which fill up: the operating system caches the file as well. */
const CACHE_KIB = 2_000

/**
 * Opens `requests.sqlite` in the data directory, creates both when they are missing, and migrates. Only the owner may
 * read the files, including the write-ahead log.
 *
 * @param lockTimeoutMs how long work waits for a file that another process has locked; by default 2.5 s
 * @throws a Node or SQLite error when the directory or the file cannot be used
 */
export async function openSqlite(
  dataDirectory: string,
  { lockTimeoutMs }: { lockTimeoutMs?: number } = {},
): Promise<Kysely<Schema>> {
  await makeDirectory(dataDirectory)
  const path = requestsFile(dataDirectory)
  await createForOwnerOnly(path)

  const file = new SqliteFile(path, { timeout: OPENING_TIMEOUT_MS })
  file.pragma('journal_mode = WAL')
  // better-sqlite3 is built to fall back to NORMAL on a file that exists, which loses commits at a power cut.
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  // Deleted data is overwritten, not only unlinked.
  file.pragma('secure_delete = ON')
  // With 1,000 pages a post writes a quarter more: decision 73. The log is cut to 16 MiB when nobody reads it any more.
  file.pragma('wal_autocheckpoint = 4000')
  file.pragma('journal_size_limit = 16777216')
  file.pragma(`cache_size = -${CACHE_KIB}`)
  // A VACUUM uses memory, not files elsewhere.
  file.pragma('temp_store = MEMORY')

  // From here on the dialect waits, without blocking the event loop.
  file.pragma('busy_timeout = 0')
  const database = new Kysely<Schema>({ dialect: sharedSqliteDialect(file, lockTimeoutMs) })
  try {
    await migrateToLatest(database)
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }
}

/** Whether a data directory has a store. For SQLite an empty file is an empty database. */
export function hasSqliteStore(dataDirectory: string): boolean {
  return (statSync(requestsFile(dataDirectory), { throwIfNoEntry: false })?.size ?? 0) > 0
}

export function requestsFile(dataDirectory: string): string {
  return join(dataDirectory, 'requests.sqlite')
}

/** SQLite gives its `-wal` and `-shm` files the mode of the file itself. */
async function createForOwnerOnly(path: string): Promise<void> {
  const handle = await open(path, 'a', 0o600)
  await handle.close()
  await chmod(path, 0o600)
}

/**
 * Creates a directory and its missing parents, for the owner only. An existing one stays as it is. Node's recursive
 * `mkdir` never ends where the system reports an existing directory as missing, as below `/proc`.
 */
export async function makeDirectory(path: string): Promise<void> {
  if (existsSync(path)) return
  await makeDirectory(dirname(path))
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another instance that starts at the same time may have created it.
    if (error.code !== 'EEXIST') throw error
  })
}

/** Flushes a directory to disk. Only then is the name of a file that was created, renamed or linked there on disk. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
