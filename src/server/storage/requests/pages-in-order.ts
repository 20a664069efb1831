import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'

/** So few that a page is read in 1 to 2 ms and written in a few ms, because nothing else runs meanwhile. */
const PAGE_ROWS = 200

/**
 * Reads requests page by page in the order of receipt, by the index on `received_at` and `reference`.
 *
 * @param query selects at least `received_at` and `reference`, and neither orders nor limits
 * @throws StoreUnavailable
 */
export async function* pagesInOrder<Row extends { received_at: string; reference: string }>(
  query: SelectQueryBuilder<Schema, 'callback_requests', Row>,
): AsyncGenerator<Row[], void, void> {
  const firstPage = query.orderBy('received_at').orderBy('reference').limit(PAGE_ROWS)
  let rows = await onStore(() => firstPage.execute())
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows
    const { received_at, reference } = last
    const nextPage = firstPage.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('received_at', 'reference'), '>', tuple(received_at, reference)),
    )
    rows = await onStore(() => nextPage.execute())
  }
}
