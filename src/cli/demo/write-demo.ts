import { type Insertable, sql, type Transaction } from 'kysely'
import { lockCallbacks } from '../../server/storage/callbacks/lock-callbacks.ts'
import { type Database, isPostgres } from '../../server/storage/database/open-database.ts'
import type { Schema } from '../../server/storage/database/schema.ts'
import { wordRowsOf } from '../../server/storage/search/request-words.ts'
import { CALLERS } from './callers.ts'
import { type DemoRows, type DemoSettings, demoData } from './demo-data.ts'
import { DAY_MS } from './invented-time.ts'

/** How many callbacks one transaction stores: all of an ordinary demo. */
const CALLBACKS_AT_ONCE = 2_000

/** How many rows one statement inserts: with the most columns, half of the values that SQLite takes. */
const ROWS_AT_ONCE = 800

/** How much of the file SQLite keeps in memory meanwhile, so that a million requests do not wait for the disk. In KiB. */
const CACHE_KIB = 400_000

/**
 * Fills a store with invented requests, and notifies nobody. Up to some thousand requests are stored all or none.
 *
 * @returns false when there is a request already; then nothing is stored
 */
export async function writeDemo(database: Database, settings: DemoSettings): Promise<boolean> {
  if (!isPostgres(database)) await sql`pragma cache_size = -${sql.lit(CACHE_KIB)}`.execute(database)
  let isFirst = true
  for (const rows of batchesOf(demoData(settings))) {
    const isStored = await database.transaction().execute(async (transaction) => {
      if (isFirst) {
        await lockCallbacks(transaction)
        if (await hasRequests(transaction)) return false
        await writeBeginning(transaction, settings)
      }
      for (const table of TABLES) await insertAll(transaction, table, rows[table])
      await insertAll(transaction, 'request_words', rows.callback_requests.flatMap(wordRowsOf))
      return true
    })
    if (!isStored) return false
    isFirst = false
  }
  return true
}

async function hasRequests(transaction: Transaction<Schema>): Promise<boolean> {
  const one = transaction.selectFrom('callback_requests').select('reference').limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

/** The callers' accounts, and the desk's first start, which was before the first request. */
async function writeBeginning(transaction: Transaction<Schema>, { now, days }: DemoSettings): Promise<void> {
  const disabled_at = now.toISOString()
  const accounts = CALLERS.map((caller) => ({ ...caller, role: 'coordinator' as const, disabled_at }))
  await transaction
    .insertInto('staff')
    .values(accounts)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const ingested_from = new Date(now.getTime() - days * DAY_MS).toISOString()
  await transaction
    .insertInto('desk_state')
    .values({ id: 1, ingested_from })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ingested_from }))
    .execute()
}

/** The tables in an order in which rows refer only to earlier ones. */
const TABLES = [
  'callback_requests',
  'callbacks',
  'attempts',
  'notes',
  'callback_events',
  'audit_events',
  'outbox_messages',
] as const satisfies (keyof DemoRows)[]

function* batchesOf(data: Iterable<Partial<DemoRows>>): Generator<DemoRows, void, void> {
  let count = 0
  let batch = emptyBatch()
  for (const rows of data) {
    for (const table of TABLES) append(batch, table, rows[table])
    if (++count % CALLBACKS_AT_ONCE > 0) continue
    yield batch
    batch = emptyBatch()
  }
  yield batch
}

function emptyBatch(): DemoRows {
  return {
    ...{ callback_requests: [], callbacks: [], attempts: [], notes: [] },
    ...{ callback_events: [], audit_events: [], outbox_messages: [] },
  }
}

function append<Table extends keyof DemoRows>(batch: DemoRows, table: Table, rows?: DemoRows[Table]): void {
  const all: Insertable<Schema[Table]>[] = batch[table]
  if (rows) all.push(...rows)
}

async function insertAll<Table extends keyof Schema>(
  transaction: Transaction<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    await transaction
      .insertInto(table)
      .values(rows.slice(first, first + ROWS_AT_ONCE))
      .execute()
  }
}
