import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import type { Database } from '../database/open-database.ts'
import { onStore } from '../database/store-unavailable.ts'

/** Callbacks of one query: about 5 ms with their adding up, after which everything else has its turn. */
const PAGE_ROWS = 1_500

/** No column contains one of these: control characters are removed from what visitors can choose. */
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
  let next: Promise<string[]> | undefined = cellsAfter(database, { opened_at: start, id: '' }, end)
  while (next) {
    const cells: string[] = await next
    const isFull = cells.length === PAGE_ROWS * CELLS.length
    const [openedAt = '', id = ''] = cells.slice(-CELLS.length) // of the last callback
    // PostgreSQL reads the next page while this process adds this one up.
    next = isFull ? cellsAfter(database, { opened_at: openedAt, id }, end) : undefined
    // A fault is thrown where the page is awaited. Until then it must not count as unhandled.
    next?.catch(() => {})
    yield callbacksOf(cells)
    await setImmediate()
  }
}

function callbacksOf(cells: readonly string[]): OpenedCallback[] {
  const cell = (at: number) => cells[at] ?? ''
  const callbacks: OpenedCallback[] = []
  for (let at = 0; at < cells.length; at += CELLS.length) {
    const window = { firstFrom: cell(at + 2), firstUntil: cell(at + 3) }
    callbacks.push({ ...window, firstTriedAt: cell(at + 4), request: cell(at + 5), campaign: cell(at + 6) })
  }
  return callbacks
}

/** A page as one text: reading its columns one by one would take this process twice as long. */
async function cellsAfter(
  database: Database,
  after: { opened_at: string; id: string },
  end: string,
): Promise<string[]> {
  const column = (name: string) => sql`coalesce(${sql.ref(name)}, '')`
  const cells = CELLS.map((names) => joined(names.map(column), BETWEEN_PARTS))
  const page = database
    .selectFrom('callbacks')
    .select(joined(cells, BETWEEN_CELLS).as('cells'))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('opened_at', 'id'), '>', tuple(after.opened_at, after.id)))
    .where('opened_at', '<', end)
    .orderBy('opened_at')
    .orderBy('id')
    .limit(PAGE_ROWS)
  const { text } = await onStore(() =>
    database
      .selectFrom(page.as('page'))
      .select(sql<string | null>`string_agg(page.cells, ${sql.lit(BETWEEN_CELLS)})`.as('text'))
      .executeTakeFirstOrThrow(),
  )
  return text === null ? [] : text.split(BETWEEN_CELLS)
}

/** With ||, which takes PostgreSQL two thirds of the time of its `concat`. */
function joined(values: readonly RawBuilder<unknown>[], by: string) {
  return sql<string>`${sql.join(values, sql` || ${sql.lit(by)} || `)}`
}
