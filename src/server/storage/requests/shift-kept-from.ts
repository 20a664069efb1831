import { type SqlBool, sql } from 'kysely'
import { type Database, isPostgres } from '../database/open-database.ts'

/** A period in which a clock was behind, and by how much it was then put forward. */
export interface ClockCorrection {
  /** The earliest and the latest instant that the clock may have given to a request. */
  from: Date
  until: Date
  byMs: number
}

/**
 * Keeps the requests that a clock dated too early from when they really came: their retention period begins later by as
 * much as the clock was put forward. Their `received_at` stays. One statement: all of them, or none.
 *
 * @throws StoreUnavailable
 */
export async function shiftKeptFrom(database: Database, { from, until, byMs }: ClockCorrection): Promise<void> {
  const [first, last] = [from.toISOString(), until.toISOString()]
  const seconds = byMs / 1_000
  // An earlier correction may have given it a later instant, which was still too early.
  const dated = sql<string>`case when received_at between ${first} and ${last} then received_at else kept_from end`
  const shifted = isPostgres(database)
    ? sql`to_char(((${dated})::timestamptz + make_interval(secs => ${seconds})) at time zone 'utc',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${dated}, ${`${seconds} seconds`})`
  const latest = isPostgres(database) ? sql.raw('greatest') : sql.raw('max')
  await database
    .updateTable('callback_requests')
    .set({ kept_from: sql<string>`${latest}(coalesce(kept_from, ''), ${shifted})` })
    .where(sql<SqlBool>`received_at between ${first} and ${last} or kept_from between ${first} and ${last}`)
    .execute()
}
