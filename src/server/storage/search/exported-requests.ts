import { setImmediate } from 'node:timers/promises'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import type { Database } from '../database/open-database.ts'
import { storedRequestOf } from '../requests/stored-request-row.ts'
import type { RequestFilter } from './request-filter.ts'
import { RequestSearch, type SearchCursor } from './request-search.ts'

/** So few that a page is read in a few ms, and written in a few, because nothing else runs meanwhile. */
const PAGE_ROWS = 250

/** What an export says of a request's callback, besides the request. Null without one. */
export const CALLBACK_COLUMNS = ['asked', 'tries', 'first_tried_at', 'settled_at'] as const

export interface ExportedRequest extends StoredRequest {
  asked: number | null
  tries: number | null
  first_tried_at: string | null
  settled_at: string | null
}

/**
 * All requests of a filter in the order of the search. They are read in pages, each when the one before has been taken,
 * so that neither memory nor the event loop depends on how many there are, and a slow reader keeps nothing open.
 *
 * @throws StoreUnavailable
 */
export async function* exportedRequests(database: Database, filter: RequestFilter): AsyncGenerator<ExportedRequest> {
  const search = new RequestSearch(database)
  let after: SearchCursor | null = null
  do {
    const { rows, next } = await search.find(filter, { after, limit: PAGE_ROWS })
    if (rows.length > 0) yield* await withCallbacks(database, rows)
    // SQLite answers at once: without this nothing else would have its turn.
    await setImmediate()
    after = next
  } while (after !== null)
}

async function withCallbacks(database: Database, found: readonly { reference: string }[]): Promise<ExportedRequest[]> {
  const references = found.map(({ reference }) => reference)
  const rows = await database
    .selectFrom('callback_requests')
    .leftJoin('callbacks', 'callbacks.id', 'callback_requests.callback')
    .selectAll('callback_requests')
    .select(['callbacks.status as callback_status', ...CALLBACK_COLUMNS])
    .where('callback_requests.reference', 'in', references)
    .execute()
  const byReference = new Map(rows.map((row) => [row.reference, row]))
  return references.flatMap((reference) => {
    const row = byReference.get(reference)
    if (!row) return []
    const { asked, tries, first_tried_at, settled_at } = row
    return { ...storedRequestOf(row, row.callback_status), asked, tries, first_tried_at, settled_at }
  })
}
