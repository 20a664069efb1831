import { type Kysely, sql, type Transaction } from 'kysely'
import { migrationsOf } from './database/migrate.ts'
import { countOf, type Database } from './database/open-database.ts'
import { pagesInOrder } from './database/rows.ts'
import type { Schema } from './database/schema.ts'
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
