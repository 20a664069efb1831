import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { writeDemo } from '../../src/cli/demo/write-demo.ts'
import { loadBuiltSite } from '../../src/server/site/built-site.ts'
import { type Database, isPostgres, openDatabase } from '../../src/server/storage/database/open-database.ts'

const DIST = join(import.meta.dirname, '../../dist')
const DAY_MS = 86_400_000

interface Filling {
  count: number
  /** When the first and the last were received; the others are spread evenly between them. */
  daysAgo: { first: number; last: number }
  /** A different number for each filling of one store. */
  series: number
}

/** Multiplying by this constant modulo 2^32 puts numbers in a random-looking order: Knuth's constant, 2^32/φ. */
const SHUFFLE = 2_654_435_761

/**
 * Stores requests, each with a delivered message. Uses one statement for all, because there may be a million.
 *
 * @param location of the store, as `openDatabase` takes it
 */
export async function fill(location: string, filling: Filling): Promise<void> {
  const database = await openDatabase(location)
  const work = (on: Database) => fillTables(on, filling)
  await (isPostgres(database) ? withoutTimeouts(location, work) : work(database))
  await database.destroy()
}

/** The product's own connections to PostgreSQL abort a statement that takes seconds. */
async function withoutTimeouts(location: string, work: (database: Database) => Promise<unknown>): Promise<void> {
  const database: Database = new Kysely({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: location, max: 1 }) }),
  })
  await work(database)
  await database.destroy()
}

function vacuumAnalyze(database: Database) {
  return sql`vacuum analyze`.execute(database)
}

/** The same with an invented department, whose people have asked and been called: three callbacks of a thousand are open. */
export async function fillWithDemo(location: string, requests: number, days: number): Promise<void> {
  const { department, noticeVersion } = await loadBuiltSite(DIST)
  const database = await openDatabase(location)
  const settings = { requests, days, seed: 1, now: new Date(), timeZone: department.timeZone, noticeVersion }
  if (!(await writeDemo(database, settings))) throw new Error('The store should have been empty.')
  if (isPostgres(database)) await withoutTimeouts(location, vacuumAnalyze)
  await database.destroy()
}

async function fillTables(database: Database, { count, daysAgo, series }: Filling): Promise<void> {
  const stepMs = ((daysAgo.first - daysAgo.last) * DAY_MS) / count
  const startMs = Date.now() - daysAgo.first * DAY_MS
  const { code, instant } = isPostgres(database)
    ? {
        code: sql`lpad(upper(to_hex((i * ${sql.lit(SHUFFLE)} + ${sql.lit(series)}) % 4294967296)), 8, '0')`,
        instant: sql`to_char(to_timestamp((${sql.lit(startMs)} + i * ${sql.lit(stepMs)}) / 1000) at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      }
    : {
        code: sql`printf('%08X', (i * ${sql.lit(SHUFFLE)} + ${sql.lit(series)}) % 4294967296)`,
        instant: sql`strftime('%Y-%m-%dT%H:%M:%fZ', (${sql.lit(startMs)} + i * ${sql.lit(stepMs)}) / 1000.0, 'unixepoch')`,
      }
  // Without a large cache, a million insertions all over the indexes wait for the disk.
  if (!isPostgres(database)) await sql`pragma cache_size = -400000`.execute(database)
  await sql`
    insert into callback_requests
      (reference, form, name, phone, email, service, time_slot, received_at, suspected, notice_version, idempotency_key)
    with recursive numbers (i) as (select cast(1 as bigint) union all select i + 1 from numbers where i < ${sql.lit(count)})
    select ${code} || ${sql.lit(`-${series}`)}, 'appointment', 'Asha Invented ' || i, '9876543210',
      'asha.' || i || '@visitor.example', 'Rhinoplasty', '10:00am-12:00pm', ${instant}, 0, '2026-11-01',
      ${code} || ${sql.lit(`-0000-4000-8000-${series}`)}
    from numbers
  `.execute(database)
  await sql`
    insert into outbox_messages (id, reference, channel, status, queued_at, due_at)
    select 'msg_' || idempotency_key, reference, 'webhook', 'delivered', received_at, received_at
    from callback_requests where reference like ${sql.lit(`%-${series}`)}
  `.execute(database)
  if (isPostgres(database)) await vacuumAnalyze(database)
}
