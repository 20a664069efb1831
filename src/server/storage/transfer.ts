import { existsSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { type Kysely, sql, type Transaction } from 'kysely'
import { migrationsOf } from './database/migrate.ts'
import { countOf, type Database } from './database/open-database.ts'
import { makeDirectory, openSqlite, requestsFile, syncDirectory } from './database/open-sqlite.ts'
import { pagesInOrder } from './database/rows.ts'
import type { Schema } from './database/schema.ts'
import { vacuumErased } from './database/vacuum-erased.ts'
import { Erasures } from './erasure.ts'
import { type ErasureList, erasureListIn } from './erasure-list.ts'
import { markAsMoved, unmarkAsMoved } from './open-store.ts'
import { wordRowsOf } from './stored-request.ts'

type Row = Record<string, unknown>
type Tables = Kysely<Record<string, Row>>

/**
 * The copied tables with their keys, in an order in which rows come after those they refer to. Sessions, failed sign-ins
 * and links are not copied: staff sign in again.
 */
const TABLES = [
  ['callbacks', 'id'],
  ['callback_requests', 'reference'],
  ['outbox_messages', 'id'],
  ['staff', 'id'],
  ['attempts', 'id'],
  ['notes', 'id'],
  ['blocked_numbers', 'callback'],
  ['audit_events', 'id'],
  ['erasures', 'hash'],
] as const

/**
 * Moves an SQLite store to a PostgreSQL database without requests and accounts, in one transaction: either everything is
 * moved, or nothing. Nobody writes to the SQLite store meanwhile. It is then marked as moved, so that nobody is called
 * from both. @param target names the database, without a password
 */
export async function copyStore(
  from: Database,
  to: Database,
  target: string,
): Promise<{ table: string; rows: number }[]> {
  let isMarked = false
  try {
    return await to.transaction().execute((written) =>
      from.transaction().execute(async (read) => {
        await assertEmpty(written)
        await assertSameTables(read, written)
        const copies = []
        for (const [table, key] of TABLES) copies.push(await copyTable(read, written, table, key))
        const store = await read.selectFrom('store').selectAll().executeTakeFirstOrThrow()
        await written.updateTable('store').set(store).execute()
        // Before the target is committed: should this process end in between, the copy can be repeated.
        isMarked = await markAsMoved(read, target)
        return copies
      }),
    )
  } catch (error) {
    if (isMarked) await from.transaction().execute(unmarkAsMoved)
    throw error
  }
}

async function assertEmpty(to: Transaction<Schema>): Promise<void> {
  for (const table of ['callback_requests', 'staff'] as const) {
    if ((await countOf(to, table)) > 0) {
      throw new Error('The database has requests or accounts already: a store is moved only into an empty one.')
    }
  }
}

/** A later version may have added tables, which this one would leave behind. */
async function assertSameTables(from: Transaction<Schema>, to: Transaction<Schema>): Promise<void> {
  const known = await migrationsOf(to)
  if ((await migrationsOf(from)).every((name) => known.includes(name))) return
  throw new Error('A later version has added to the store: move it with that version.')
}

async function copyTable(from: Database, to: Transaction<Schema>, table: keyof Schema, key: string) {
  const all = sql<Record<string, string>>`select * from ${sql.table(table)} where true`
  for await (const page of pagesInOrder(from, all, [key])) {
    await (to as unknown as Tables).insertInto(table).values(page.map(withoutLease)).execute()
    if (table === 'callback_requests') await copyWords(to, page)
  }
  const rows = await countOf(from, table)
  const copied = await countOf(to, table)
  if (copied !== rows) throw new Error(`${table} has ${copied} rows instead of ${rows}; nothing was moved.`)
  return { table, rows }
}

function copyWords(to: Transaction<Schema>, requests: readonly Row[]) {
  const words = requests.flatMap((row) => wordRowsOf(row as unknown as Parameters<typeof wordRowsOf>[0]))
  return to.insertInto('request_words').values(words).execute()
}

/** In the target nobody delivers a message that is being delivered here. */
function withoutLease(row: Row): Row {
  return 'lease' in row ? { ...row, lease: null } : row
}

/** Fills an empty file with a checked copy of an SQLite store as it is now. @returns how many requests it has */
export async function writeCopy(database: Database, path: string): Promise<number> {
  await sql`vacuum into ${path}`.execute(database)
  assertIntact(path)
  return Number(readCopy(path, (file) => file.prepare('select count(*) from callback_requests').pluck().get()))
}

/** Asserts that a file, by its name in messages, is a complete, undamaged copy of a store. */
export function assertIntact(path: string, name = path): void {
  try {
    const result = readCopy(path, (file) => String(file.pragma('integrity_check(1)', { simple: true })))
    if (result !== 'ok') throw new Error(result.split('\n').at(-1))
    erasureKeyIn(path)
  } catch (error) {
    throw new Error(`${name} is not a valid backup: ${error instanceof Error ? error.message : error}`)
  }
}

/** The key of the store that a file is a copy of: each store has another. @throws an SQLite error, or when it has none */
export function erasureKeyIn(path: string): string {
  const key = readCopy(path, (file) => file.prepare('select erasure_key from store').pluck().get())
  if (typeof key !== 'string') throw new Error('it has no erasure key')
  return key
}

function readCopy<Result>(path: string, read: (file: SqliteFile.Database) => Result): Result {
  const file = new SqliteFile(path, { readonly: true, fileMustExist: true })
  try {
    return read(file)
  } finally {
    file.close()
  }
}

/**
 * Restores a backup into a data directory that has no store, without the requests that are on the given list or on the
 * directory's own. Staff must sign in again: sessions, links and failed sign-ins are not restored. The store is prepared
 * in another place and moved when it is complete: nobody sees it before. Says how many requests it has, and how many of
 * the backup had been erased since.
 *
 * @param copyTo writes the backup to a file that is not there yet
 * @param name what messages call the backup
 * @throws an error of one line when there is already a store, the backup is damaged, or the list is not readable, not
 * this backup's or older than it; nothing has been restored then
 */
export async function restoreStore(
  copyTo: (file: string) => Promise<void>,
  { name, dataDirectory, list }: { name: string; dataDirectory: string; list: ErasureList },
): Promise<{ requests: number; erasedAgain: number }> {
  const given = await list.hashes()
  const target = requestsFile(dataDirectory)
  if ([target, `${target}-wal`, `${target}-shm`].some((file) => existsSync(file))) throw storeExists(dataDirectory)

  const staging = join(dataDirectory, 'restoring')
  await rm(staging, { recursive: true, force: true })
  await makeDirectory(staging)
  try {
    await copyTo(requestsFile(staging))
    assertIntact(requestsFile(staging), name)
    const ownList = erasureListIn(dataDirectory)
    const result = await eraseAgain(staging, list, given, await ownList.hashesSoFar())
    await ownList.add(given)
    await moveInto(requestsFile(staging), target, dataDirectory)
    syncDirectory(dataDirectory)
    return result
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function eraseAgain(staging: string, list: ErasureList, given: string[], own: string[]) {
  const database = await openSqlite(staging)
  try {
    await assertCovers(list, new Set(given), database)
    const combinedList = erasureListIn(staging)
    combinedList.append([...new Set([...given, ...own])])
    const erasedAgain = await new Erasures(database, combinedList).finish()
    // Whoever was signed in, or had a link, when the backup was made may not be allowed in any more.
    for (const table of ['staff_sessions', 'staff_invitations', 'limits'] as const) {
      await database.deleteFrom(table).execute()
    }
    if (!(await vacuumErased(database))) throw new Error('The restored file is in use; nothing was restored.')
    return { requests: await countOf(database, 'callback_requests'), erasedAgain }
  } finally {
    await database.destroy()
  }
}

/** A list only grows: one that lacks hashes of the backup is older than the backup, or another store's. */
async function assertCovers(list: ErasureList, given: Set<string>, database: Database): Promise<void> {
  const rows = await database.selectFrom('erasures').select('hash').execute()
  const missing = rows.filter(({ hash }) => !given.has(hash)).length
  if (missing === 0) return
  throw new Error(`${list.path} lacks ${missing} erasures that the backup knows of: it is another store's, or too old.`)
}

/** Moves by a link, which never replaces another file. */
async function moveInto(file: string, target: string, dataDirectory: string): Promise<void> {
  await link(file, target).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? storeExists(dataDirectory) : error
  })
}

function storeExists(dataDirectory: string): Error {
  return new Error(`DATA_DIR (${dataDirectory}) has a store: stop the server and move its files away first.`)
}
