import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/open-database.ts'
import { onStore } from '../database/store-unavailable.ts'

/** Few enough that a page is written in some milliseconds, after which posts have their turn. */
const PAGE_ROWS = 200

/** What a clock said before it was put forward, and by how much. */
export interface ClockCorrection {
  /** The earliest and the latest instant that it may have given to a request. */
  from: Date
  until: Date
  byMs: number
}

/**
 * Has the requests of a clock that was wrong kept from when they really came: by as much later as the clock was put
 * forward. What they say of their receipt stays. To repeat it changes nothing.
 *
 * @param correction its `from` moves on with each page that is written: after a failure, the next call continues there
 * @throws StoreUnavailable
 */
export async function correctKeptFrom(database: Database, correction: ClockCorrection): Promise<void> {
  const query = database
    .selectFrom('callback_requests')
    .select(['reference', 'received_at'])
    .where('received_at', '>=', correction.from.toISOString())
    .where('received_at', '<=', correction.until.toISOString())
    .orderBy('received_at')
    .orderBy('reference')
    .limit(PAGE_ROWS)

  let rows = await onStore(() => query.execute())
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    const dates = rows.map(({ reference, received_at }) => {
      const cameAt = new Date(Date.parse(received_at) + correction.byMs).toISOString()
      return { reference, cameAt }
    })
    await onStore(() => keepFrom(database, dates))
    const { received_at, reference } = last
    correction.from = new Date(received_at)
    await setImmediate()
    const nextPage = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('received_at', 'reference'), '>', tuple(received_at, reference)),
    )
    rows = await onStore(() => nextPage.execute())
  }
}

/** Sets from when requests are kept, unless they are already kept from a later instant. */
async function keepFrom(database: Database, dates: { reference: string; cameAt: string }[]): Promise<void> {
  const values = dates.map(({ reference, cameAt }) => sql`(${reference}, ${cameAt})`)
  await database
    .with('dates(reference, came_at)', () => sql<{ reference: string; came_at: string }>`(values ${sql.join(values)})`)
    .updateTable('callback_requests')
    .from('dates')
    .set((eb) => ({ kept_from: eb.ref('dates.came_at') }))
    .whereRef('callback_requests.reference', '=', 'dates.reference')
    .where((eb) => eb.or([eb('kept_from', 'is', null), eb('kept_from', '<', eb.ref('dates.came_at'))]))
    .execute()
}
