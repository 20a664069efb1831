import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/open-database.ts'
import { onStore } from '../database/store-unavailable.ts'
import { pagesInOrder } from './pages-in-order.ts'

/** A period in which a clock was wrong, and by how much it was put forward since. */
export interface ClockCorrection {
  /** The earliest and the latest instant that the clock may have given to a request. */
  from: Date
  until: Date
  byMs: number
}

/**
 * Sets `kept_from` of the requests that a wrong clock dated to when they really came: later by as much as the clock was
 * put forward. Their `received_at` stays. It can be repeated. Posts are handled between pages.
 *
 * @param correction its `from` moves forward with each page that is written: after a failure, the next call continues
 * there
 * @throws StoreUnavailable
 */
export async function correctKeptFrom(database: Database, correction: ClockCorrection): Promise<void> {
  const query = database
    .selectFrom('callback_requests')
    .select(['reference', 'received_at'])
    .where('received_at', '>=', correction.from.toISOString())
    .where('received_at', '<=', correction.until.toISOString())

  for await (const rows of pagesInOrder(query)) {
    const dates = rows.map(({ reference, received_at }) => ({
      reference,
      cameAt: new Date(Date.parse(received_at) + correction.byMs).toISOString(),
    }))
    await onStore(() => setKeptFrom(database, dates))
    const last = rows.at(-1)
    if (last !== undefined) correction.from = new Date(last.received_at)
    await setImmediate()
  }
}

/** Sets `kept_from`, unless it is already a later instant. */
async function setKeptFrom(database: Database, dates: { reference: string; cameAt: string }[]): Promise<void> {
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
