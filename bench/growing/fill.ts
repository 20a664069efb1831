import { join } from 'node:path'
import { type Insertable, Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { setProcessClock } from '../../src/server/process-clock.ts'
import { loadBuiltSite } from '../../src/server/site/built-site.ts'
import { type Database, isPostgres, openDatabase } from '../../src/server/storage/database/open-database.ts'
import type { Schema } from '../../src/server/storage/database/schema.ts'
import { inventCallback, inventSuspected, type Rows } from './invented-callbacks.ts'

const DIST = join(import.meta.dirname, '../../dist')
const DAY_MS = 86_400_000

/** The open callbacks were asked for during so many days, as far as nobody has missed them for longer. */
const OPEN_DAYS = 2.5

/** One request of so many looks like a robot's, and has no callback. */
const SUSPECTED_IN = 100

/** How many callbacks one transaction stores. */
const CALLBACKS_AT_ONCE = 2_000

interface Filling {
  /** How many requests. */
  count: number
  /** When the first and the last were received; the others are spread evenly between them. */
  daysAgo: { first: number; last: number }
  /** How many of them wait for a call; these are the latest. */
  open?: number
  /** The number of the first person: nobody of two fillings of one store has the same. */
  from: number
}

/**
 * Stores invented requests with all that the product would have stored of them: callbacks, what was done with them,
 * notes, words and delivered messages. Writes the rows directly, because there may be a million.
 *
 * @param location of the store, as `openDatabase` takes it
 */
export async function fill(location: string, filling: Filling): Promise<void> {
  const { department } = await loadBuiltSite(DIST)
  setProcessClock(department.timeZone)
  const database = await openDatabase(location)
  const work = (on: Database) => fillTables(on, filling, department.timeZone)
  await (isPostgres(database) ? withoutTimeouts(location, work) : work(database))
  await database.destroy()
}

/** The product's own connections to PostgreSQL abort a statement that takes seconds. */
async function withoutTimeouts(location: string, work: (database: Database) => Promise<unknown>): Promise<void> {
  const database: Database = new Kysely({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: location, max: 1 }) }),
  })
  await work(database)
  await sql`vacuum analyze`.execute(database)
  await database.destroy()
}

async function fillTables(database: Database, filling: Filling, timeZone: string): Promise<void> {
  // Without a large cache, a million insertions all over the indexes wait for the disk.
  if (!isPostgres(database)) await sql`pragma cache_size = -400000`.execute(database)
  await database
    .updateTable('store')
    .set({ desk_started_at: new Date(0).toISOString() })
    .execute()
  const all = inventedBy(filling, timeZone)
  for (let isLast = false; !isLast; ) {
    const some = Array.from({ length: CALLBACKS_AT_ONCE }, () => all.next()).flatMap(({ value }) => value ?? [])
    isLast = some.length < CALLBACKS_AT_ONCE
    await database.transaction().execute(async (transaction) => {
      for (const table of TABLES) {
        const rows = some.flatMap((one): Insertable<Schema[keyof Rows]>[] => one[table])
        if (rows.length > 0) await insert(transaction, table, rows)
      }
    })
  }
}

/** In an order in which rows refer only to earlier ones. */
const TABLES = [
  'callbacks',
  'callback_requests',
  'attempts',
  'notes',
  'request_words',
  'outbox_messages',
] as const satisfies (keyof Rows)[]

/** Callbacks and suspected requests, until there are as many requests as wanted. */
function* inventedBy({ count, open = 0, daysAgo, from }: Filling, timeZone: string): Generator<Rows, void, void> {
  const now = Date.now()
  const [start, end] = [now - daysAgo.first * DAY_MS, now - daysAgo.last * DAY_MS]
  const settled = count - open
  let number = from
  for (let made = 0; made < settled; number++) {
    const receivedAt = new Date(start + ((end - start) * made) / settled)
    const isSuspected = number % SUSPECTED_IN === 0
    const rows = isSuspected
      ? inventSuspected(number, receivedAt)
      : inventCallback(number, receivedAt, { timeZone, isOpen: false, most: settled - made })
    made += rows.callback_requests.length
    yield rows
  }
  for (let made = 0; made < open; made++, number++) {
    const receivedAt = new Date(now - (OPEN_DAYS * DAY_MS * (open - made)) / open)
    yield inventCallback(number, receivedAt, { timeZone, isOpen: true, most: 1 })
  }
}

/** As one parameter: with one for each value, nearly all the time would be spent on binding them. */
async function insert(database: Database, table: keyof Rows, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const json = JSON.stringify(rows)
  const selected = isPostgres(database)
    ? sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json})`
    : sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${json})`
  await sql`insert into ${sql.table(table)} (${names}) ${selected}`.execute(database)
}
