import { type SqlBool, sql } from 'kysely'
import type { RequestInLanguage, StoredRequest } from '../../../callback-request/stored-request.ts'
import type { Database } from '../database/open-database.ts'
import { type PageBounds, pageByKey } from '../database/page-by-key.ts'

const LISTED = [
  'reference',
  'received_at',
  'name',
  'phone',
  'email',
  'form',
  'service',
  'message',
  'time_slot',
  'language',
] as const satisfies (keyof RequestInLanguage)[]

/** A suspected request, as the desk lists it. */
type SuspectedRequest = Pick<RequestInLanguage, (typeof LISTED)[number]>

/** The place after a request. */
type SuspectedCursor = Pick<StoredRequest, 'received_at' | 'reference'>

/** The same text as in the index `callback_requests_suspected`. */
const IS_SUSPECTED = sql<SqlBool>`suspected = 1`

/**
 * The requests that the desk keeps out of the worklist because they may be spam: a page, the newest first.
 *
 * @throws StoreUnavailable
 */
export function suspectedRequests(
  database: Database,
  bounds: PageBounds<SuspectedCursor>,
): Promise<{ rows: SuspectedRequest[]; next: SuspectedCursor | null }> {
  const query = database.selectFrom('callback_requests').select(LISTED).where(IS_SUSPECTED)
  return pageByKey(query, ['received_at', 'reference'], 'desc', bounds)
}
