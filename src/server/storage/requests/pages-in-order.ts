import { setImmediate } from 'node:timers/promises'
import type { SelectQueryBuilder } from 'kysely'
import { pageByKey } from '../database/page-by-key.ts'
import type { Schema } from '../database/schema.ts'

/** So few that a page is read in 1 to 2 ms and written in a few ms, because nothing else runs meanwhile. */
const PAGE_ROWS = 200

/**
 * Reads requests page by page in the order of receipt, by the index on `received_at` and `reference`. Between the pages
 * posts have their turn.
 *
 * @param query selects at least `received_at` and `reference`, and neither orders nor limits
 */
export async function* pagesInOrder<Row extends { received_at: string; reference: string }>(
  query: SelectQueryBuilder<Schema, 'callback_requests', Row>,
): AsyncGenerator<Row[], void, void> {
  type Place = Pick<Row, 'received_at' | 'reference'>
  let next: Place | null = null
  do {
    const page: { rows: Row[]; next: Place | null } = await pageByKey(query, ['received_at', 'reference'], 'asc', {
      after: next,
      limit: PAGE_ROWS,
    })
    if (page.rows.length > 0) yield page.rows
    next = page.next
    await setImmediate()
  } while (next)
}
