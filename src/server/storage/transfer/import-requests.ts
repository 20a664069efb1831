import { sql } from 'kysely'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { CallbackDetails, StoredRequest } from '../../../callback-request/stored-request.ts'
import { type Database, read } from '../database/open-database.ts'
import { erasedAmong } from '../erasure/erased-requests.ts'
import { storeTime } from '../requests/store-clock.ts'
import { storeRequests } from '../requests/store-requests.ts'

/** A request of another store. Its `status` is not imported: calls are not in an export. */
export interface ImportedRequest extends Omit<StoredRequest, 'start_time' | 'end_time' | 'service' | 'status'> {
  service: string | null
  status: string
  language?: string | null | undefined
}

export interface ImportResult {
  imported: number
  /** Requests that the store has, and requests that it has erased. */
  existing: number
  erased: number
  /** Requests that are further in the file than in the store: their references, each with its status in the file. */
  further: string[]
  /** What could not be imported: one line for each, without personal data. */
  mistakes: string[]
}

/**
 * Stores the requests of an export under their references and with their times of receipt, and each one's place in a
 * callback, but no message. It can be repeated: what the store has, or has erased, stays as it is.
 *
 * @param listed the hashes on the store's erasure list
 * @throws what reading them throws
 */
export async function importRequests(
  database: Database,
  requests: AsyncIterable<ImportedRequest>,
  { timeZone, listed }: { timeZone: string; listed: ReadonlySet<string> },
): Promise<ImportResult> {
  const result: ImportResult = { imported: 0, existing: 0, erased: 0, further: [], mistakes: [] }
  for await (const request of requests) {
    const { reference, received_at, status } = request
    const [known] = await read(
      database,
      sql<{ received_at: string; status: RequestStatus | null }>`
        select received_at, status from callback_requests left join callbacks on callbacks.id = callback
        where reference = ${reference}`,
    )
    if ((await erasedAmong(database, [request], listed)).length > 0) result.erased++
    else if (known && known.received_at !== received_at) {
      result.mistakes.push(`${reference} is another request in this store.`)
    } else {
      if (known) result.existing++
      else {
        await store(database, request, timeZone)
        result.imported++
      }
      if (status !== (known?.status ?? 'new')) result.further.push(`${reference} ${status}`)
    }
  }
  return result
}

/** @throws also when another process has stored a request under this reference meanwhile */
async function store(database: Database, request: ImportedRequest, timeZone: string): Promise<void> {
  const receivedAt = new Date(request.received_at)
  // As long ago as its receipt.
  const keptFrom = new Date(Date.parse(await storeTime(database)) - Math.max(0, Date.now() - receivedAt.getTime()))
  const { reference, form, name, phone, email, service, message, time_slot: timeSlot, campaign, suspected } = request
  const details = { form, name, phone, email, service, message, timeSlot } as CallbackDetails
  const context = {
    receivedAt,
    keptFrom,
    timeZone,
    campaign,
    suspected,
    noticeVersion: request.notice_version,
    language: request.language ?? undefined,
  }
  const options = { newReference: () => reference, channels: [] }
  await database.transaction().execute((transaction) => storeRequests(transaction, [{ details, context }], options))
}
