import { sql } from 'kysely'
import { type Database, isPostgres } from './open-database.ts'
import { onStore } from './store-unavailable.ts'

/** What a clock said before it was put forward, and by how much. */
export interface ClockCorrection {
  /** The earliest and the latest instant that it may have given to a request. */
  from: Date
  until: Date
  byMs: number
}

/**
 * Has the requests of a clock that was wrong kept from when they really came: by as much later as the clock was put
 * forward. What they say of their receipt stays.
 *
 * @throws StoreUnavailable
 */
export async function dateForward(database: Database, { from, until, byMs }: ClockCorrection): Promise<void> {
  const cameAt = isPostgres(database)
    ? sql<string>`to_char(
        (received_at::timestamptz + ${byMs}::bigint * interval '1 millisecond') at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', received_at, ${`+${byMs / 1_000} seconds`})`
  await onStore(() =>
    database
      .updateTable('callback_requests')
      .set({ kept_from: cameAt })
      .where('received_at', '>=', from.toISOString())
      .where('received_at', '<=', until.toISOString())
      .where((eb) => eb.or([eb('kept_from', 'is', null), eb('kept_from', '<', cameAt)]))
      .execute(),
  )
}
