import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import type { Database } from '../database/open-database.ts'
import { onStore } from '../database/store-unavailable.ts'

/** Callbacks of one query: 2 to 3 ms, after which everything else has its turn. */
const PAGE_ROWS = 500

/** No column contains one of these: control characters are removed from what visitors can choose. */
const BETWEEN_ROWS = '\n'
const BETWEEN_CELLS = '\t'
const BETWEEN_PARTS = '\v'

/** Cells with several columns need one look-up instead of several: a year has few different ones. */
const CELLS = [
  ...[['opened_at'], ['id'], ['first_from'], ['first_until'], ['first_tried_at']],
  ...[
    ['status', 'first_slot', 'first_service'],
    ['status', 'first_campaign'],
  ],
]

/** The cells in this order, empty where there is nothing. */
type Cells = [
  ...[openedAt: string, id: string, firstFrom: string, firstUntil: string, firstTriedAt: string],
  ...[request: string, campaign: string],
]

/** What the report needs of a callback. Instants are texts, empty where there is none. */
export interface OpenedCallback {
  firstFrom: string
  firstUntil: string
  firstTriedAt: string
  /** Its status with slot and service of the first request, for `requestOf`. */
  request: string
  /** Its status with the first campaign, for `campaignOf`. */
  campaign: string
}

/** The service is empty where the first request names none. */
export function requestOf(text: string): { status: RequestStatus; slot: TimeSlot; service: string } {
  const [status, slot, service] = text.split(BETWEEN_PARTS) as [RequestStatus, TimeSlot, string]
  return { status, slot, service }
}

/** The campaign is empty where no request has one. */
export function campaignOf(text: string): { status: RequestStatus; campaign: string } {
  const [status, campaign] = text.split(BETWEEN_PARTS) as [RequestStatus, string]
  return { status, campaign }
}

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
    const rows = text.split(BETWEEN_ROWS).map((row) => row.split(BETWEEN_CELLS) as Cells)
    yield rows.map(([, , firstFrom, firstUntil, firstTriedAt, request, campaign]) => ({
      ...{ firstFrom, firstUntil, firstTriedAt, request, campaign },
    }))
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_ROWS) return
    after = { opened_at: last[0], id: last[1] }
    await setImmediate()
  }
}

/** One text for the whole page: reading its columns one by one would take this process twice as long. */
async function pageAfter(database: Database, after: { opened_at: string; id: string }, end: string) {
  // `concat` takes a missing value as an empty text, on both databases.
  const cells = CELLS.map((columns) =>
    separated(
      columns.map((column) => sql.ref(column)),
      BETWEEN_PARTS,
    ),
  )
  const page = database
    .selectFrom('callbacks')
    .select(sql<string>`concat(${separated(cells, BETWEEN_CELLS)})`.as('cells'))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('opened_at', 'id'), '>', tuple(after.opened_at, after.id)))
    .where('opened_at', '<', end)
    .orderBy('opened_at')
    .orderBy('id')
    .limit(PAGE_ROWS)
  const { text } = await onStore(() =>
    database
      .selectFrom(page.as('page'))
      .select(sql<string | null>`string_agg(page.cells, ${sql.lit(BETWEEN_ROWS)})`.as('text'))
      .executeTakeFirstOrThrow(),
  )
  return text
}

function separated(values: readonly RawBuilder<unknown>[], by: string) {
  return sql.join(values, sql`, ${sql.lit(by)}, `)
}
