import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import type { Database } from '../database/open-database.ts'
import { onStore } from '../database/store-unavailable.ts'

/** Callbacks of one query: 2 to 3 ms, after which everything else has its turn. */
const PAGE_ROWS = 1_000

const COLUMNS = [
  ...['opened_at', 'id', 'status', 'first_from', 'first_until', 'first_tried_at'],
  ...['first_service', 'first_slot', 'first_campaign'],
]

/** The columns in this order, empty where there is none. */
type Columns = [
  ...[openedAt: string, id: string, status: RequestStatus, firstFrom: string, firstUntil: string, firstTriedAt: string],
  ...[service: string, slot: TimeSlot, campaign: string],
]

/** What the report needs of a callback. Instants are texts, empty where there is none. */
export interface OpenedCallback {
  status: RequestStatus
  firstFrom: string
  firstUntil: string
  firstTriedAt: string
  /** Of the first request; empty when it has none. */
  service: string
  slot: TimeSlot
  /** Of the first request that has one; else empty. */
  campaign: string
}

/** No column contains one: control characters are removed from what visitors can choose. */
const BETWEEN_COLUMNS = '\t'
const BETWEEN_ROWS = '\n'

/**
 * The callbacks opened from an instant on and before another one, in their order.
 *
 * @throws StoreUnavailable
 */
export async function* openedCallbacks(
  database: Database,
  start: string,
  end: string,
): AsyncGenerator<OpenedCallback[]> {
  let after = { opened_at: start, id: '' }
  for (;;) {
    const text = await pageAfter(database, after, end)
    if (text === null) return
    const rows = text.split(BETWEEN_ROWS).map((row) => row.split(BETWEEN_COLUMNS) as Columns)
    yield rows.map(([, , status, firstFrom, firstUntil, firstTriedAt, service, slot, campaign]) => ({
      ...{ status, firstFrom, firstUntil, firstTriedAt, service, slot, campaign },
    }))
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_ROWS) return
    after = { opened_at: last[0], id: last[1] }
    await setImmediate()
  }
}

/** One text for the whole page: reading its columns one by one would take this process twice as long. */
async function pageAfter(database: Database, after: { opened_at: string; id: string }, end: string) {
  const columns = COLUMNS.map((column) => sql<string>`coalesce(${sql.ref(column)}, '')`)
  const page = database
    .selectFrom('callbacks')
    .select(sql<string>`${sql.join(columns, sql` || ${sql.lit(BETWEEN_COLUMNS)} || `)}`.as('columns'))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('opened_at', 'id'), '>', tuple(after.opened_at, after.id)))
    .where('opened_at', '<', end)
    .orderBy('opened_at')
    .orderBy('id')
    .limit(PAGE_ROWS)
  const { text } = await onStore(() =>
    database
      .selectFrom(page.as('page'))
      .select(sql<string | null>`string_agg(page.columns, ${sql.lit(BETWEEN_ROWS)})`.as('text'))
      .executeTakeFirstOrThrow(),
  )
  return text
}
