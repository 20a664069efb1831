import type { Selectable } from 'kysely'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import { splitTimeSlot } from '../../../callback-request/time-slots.ts'
import type { CallbackRequestsTable } from '../database/schema.ts'

/** The only place where a row becomes a request. The columns are typed, since only this program writes them. */
export function storedRequestOf(row: Selectable<CallbackRequestsTable>): StoredRequest {
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
    status: row.status,
    suspected: row.suspected === 1,
    campaign: row.campaign === null ? null : JSON.parse(row.campaign),
    notice_version: row.notice_version,
  }
}
