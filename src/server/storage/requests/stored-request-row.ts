import type { Selectable } from 'kysely'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import { splitTimeSlot } from '../../../callback-request/time-slots.ts'
import type { CallbackRequestsTable } from '../database/schema.ts'

/**
 * The only place where a row becomes a request. The columns are typed, since only this program writes them.
 *
 * @param status of its callback; null as long as it has none: then nobody has called
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
    status: status ?? 'new',
    suspected: row.suspected === 1,
    campaign: row.campaign === null ? null : JSON.parse(row.campaign),
    notice_version: row.notice_version,
    language: row.language,
  }
}
