import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Database, isPostgres, query } from './database/open-database.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * The store's own clock, by which requests are kept. It begins with the wall clock when the store is created, and
 * advances only while a server runs, by what that server's monotonic clock has measured. So no wall clock that jumps or is
 * wrong moves it; several instances advance it no faster than one; and while no server runs, it stands still.
 */
export class StoreClock {
  readonly #database: Database
  /** What it showed, and the monotonic clock then. */
  #latest: { at: string; elapsedMs: number } | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** Advances it by the time since the last call; the first call only reads it. */
  async advance(): Promise<Date> {
    const elapsedMs = performance.now()
    if (this.#latest) {
      const { at } = this.#latest
      const next = new Date(Date.parse(at) + elapsedMs - this.#latest.elapsedMs).toISOString()
      // Nothing when another instance has advanced it since.
      await sql`update store set clock = ${next} where clock = ${at}`.execute(this.#database)
    }
    const at = await storeTime(this.#database)
    this.#latest = { at, elapsedMs }
    return new Date(at)
  }
}

export async function storeTime(database: Database): Promise<string> {
  return (await database.selectFrom('store').select('clock').executeTakeFirstOrThrow()).clock
}

/**
 * The instant so many ms after now, in a statement, by the clock that decides between instances: on PostgreSQL the
 * database's, which its function `store_now` says, on SQLite this process's. A statement asks it once.
 */
export function storeNow(database: Database, now: Date, laterMs = 0): RawBuilder<string> {
  if (!isPostgres(database)) return sql`${later(now, laterMs)}`
  if (laterMs === 0) return sql`(select store_now())`
  return sql`(select ${postgresText(sql`cast(store_now() as timestamptz) + ${laterMs} * interval '1 millisecond'`)})`
}

/** An instant by the clock that decides between instances, on the clock of this one. @param column of a table, a text */
export function onOwnClock(database: Database, now: Date, column: string): RawBuilder<string> {
  if (!isPostgres(database)) return sql`${sql.ref(column)}`
  const left = sql`cast(${sql.ref(column)} as timestamptz) - cast((select store_now()) as timestamptz)`
  return postgresText(sql`cast(${now.toISOString()} as timestamptz) + (${left})`)
}

function postgresText(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char((${instant}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** The reference of the latest request, if it is dated more than a day after now: one of the clocks was wrong. */
export async function requestOfFuture(database: Database, now: Date): Promise<string | undefined> {
  const [latest] = await query<{ reference: string }>(database)`
    select reference from callback_requests where received_at > ${later(now, DAY_MS)}
    order by received_at desc limit 1`
  return latest?.reference
}

/** The instant so many ms before another one, as the store writes it. */
export function ago(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString()
}

export function later(now: Date, ms: number): string {
  return ago(now, -ms)
}

let latestNumber = 0

/**
 * A new id that begins with its time, in ISO 8601, so that ids sort by time; within one millisecond and process in the
 * order of the calls. New ids lie together in the database's index: with random ones a commit writes a sixth more pages.
 */
export function timedId(at: Date): string {
  latestNumber = (latestNumber + 1) % 1_000_000
  return `${at.toISOString()}-${String(latestNumber).padStart(6, '0')}-${randomUUID().slice(0, 8)}`
}
