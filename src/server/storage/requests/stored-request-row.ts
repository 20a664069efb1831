import type { Selectable } from 'kysely'
import { splitTimeSlot, type TimeSlot } from '../../../callback-request/time-slots.ts'
import type { CallbackRequestsTable } from '../database/schema.ts'

/** What brought the visitor: the utm_ values of the page's address, null where it had none. */
export type Campaign = Record<(typeof CAMPAIGN_PARTS)[number], string | null>

export const CAMPAIGN_PARTS = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** A request as it is exported: these fields, in this order, and no other. */
export interface StoredRequest {
  reference: string
  form: string
  name: string
  phone: string
  email: string
  service: string | null
  message: string | null
  time_slot: string
  /** The window's ends as local clock times; null for Anytime. */
  start_time: string | null
  end_time: string | null
  /** UTC, ISO 8601. */
  received_at: string
  status: string
  suspected: boolean
  campaign: Campaign | null
  notice_version: string
}

export function storedRequestOf(row: Selectable<CallbackRequestsTable>): StoredRequest {
  const { startTime, endTime } = splitTimeSlot(row.time_slot as TimeSlot)
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
