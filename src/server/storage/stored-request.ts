import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { wordsOf } from '../../callback-request/search-text.ts'
import type { RequestStatus } from '../../callback-request/statuses.ts'
import type { StoredRequest } from '../../callback-request/stored-request.ts'
import { splitTimeSlot } from '../../callback-request/time-slots.ts'
import { type Database, isPostgres } from './database/open-database.ts'
import { insertRows, rowsInParameter } from './database/rows.ts'
import type { CallbackRequestsTable, Schema } from './database/schema.ts'

/**
 * The only place where a row becomes a request. The columns are typed, since only this program writes them.
 *
 * @param status of its callback; null as long as it has none: then nobody has called, and only the visitor has ended it
 */
export function storedRequestOf(row: Selectable<CallbackRequestsTable>, status: RequestStatus | null): StoredRequest {
  const { startTime, endTime } = splitTimeSlot(row.time_slot)
  return {
    reference: row.reference,
    form: row.form,
    name: row.name,
    phone: row.phone,
    email: row.email,
    service: row.service,
    message: row.message,
    time_slot: row.time_slot,
    start_time: startTime,
    end_time: endTime,
    received_at: row.received_at,
    status: status ?? (row.withdrawn_at === null ? 'new' : 'withdrawn'),
    suspected: row.suspicion !== null,
    campaign: row.campaign === null ? null : JSON.parse(row.campaign),
    suspicion: row.suspicion,
    withdrawn_at: row.withdrawn_at,
    notice_version: row.notice_version,
    language: row.language,
  }
}

interface Request {
  reference: string
  received_at: string
  name: string
  phone: string
  number: string
  email: string
}

/** Writes what requests can be found by, as a part of the transaction that stores them. */
export async function writeWords(transaction: Transaction<Schema>, requests: readonly Request[]): Promise<void> {
  await insertRows(transaction, 'request_words', requests.flatMap(wordRowsOf)).execute()
}

/**
 * Erases the words of requests, after the requests themselves, as a part of a transaction. It finds their rows by the
 * words, since an index by reference would slow each post down: so a change of `wordsOf` needs a migration (decision 62).
 */
export async function eraseWords(transaction: Transaction<Schema>, requests: readonly Request[]): Promise<void> {
  const words = requests.flatMap(wordRowsOf)
  const erased = rowsInParameter(transaction, 'request_words', ['word', 'received_at', 'reference'], words)
  await sql`delete from request_words where (word, received_at, reference) in (
    select word, received_at, reference from ${erased} as erased)`.execute(transaction)
}

export function wordRowsOf({ reference, received_at, ...request }: Request) {
  return wordsOf(request).map((word) => ({ word, received_at, reference }))
}

/** `utm_campaign` in a column such as `callback_requests.campaign`. */
export function campaignIn(database: Database, column: string): RawBuilder<string | null> {
  return isPostgres(database) ? sql`${sql.ref(column)}::json ->> 'campaign'` : sql`${sql.ref(column)} ->> 'campaign'`
}
