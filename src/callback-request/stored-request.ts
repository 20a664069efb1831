import type { Calendar, Span } from './calling-days.ts'
import type { Campaign } from './campaign.ts'
import { dueWindow } from './due-window.ts'
import type { Service } from './services.ts'
import type { Suspicion } from './spam-signals.ts'
import type { RequestStatus } from './statuses.ts'
import type { TimeSlot } from './time-slots.ts'

/** Whom to call, when and about what: the validated values of either form. */
export type CallbackDetails = {
  name: string
  phone: string
  /** Empty when staff added it without one. */
  email: string
  timeSlot: TimeSlot
} & (
  | { form: 'appointment'; service: Service; message: null }
  | { form: 'contact'; service: null; message: string }
  | { form: 'desk'; service: Service | null; message: string | null }
)

/** A request as storage keeps it and an export shows it: these fields, in this order, and no other. */
export interface StoredRequest {
  reference: string
  form: CallbackDetails['form']
  name: string
  phone: string
  email: string
  /** Null for contact. */
  service: Service | null
  /** Null for appointment. */
  message: string | null
  time_slot: TimeSlot
  /** The window's ends as local clock times; null for Anytime. */
  start_time: string | null
  end_time: string | null
  /** UTC, ISO 8601. */
  received_at: string
  status: RequestStatus
  suspected: boolean
  campaign: Campaign | null
  /** Why it is suspected; null when it is not. */
  suspicion: Suspicion | null
  /** When the visitor withdrew it: UTC, ISO 8601. */
  withdrawn_at: string | null
  notice_version: string
  /** The code of the language of the page that sent it; null where that is not known. */
  language: string | null
}

/** Whether a value is a code such as "hi" or "zh-Hant". */
export function isLanguageCode(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value)
}

/** When a stored request is to be called. */
export function dueWindowOf({ time_slot, received_at }: StoredRequest, calendar: Calendar): Span {
  return dueWindow(time_slot, new Date(received_at), calendar)
}

/** What a visitor sends to take a request back. Source: contract. */
export interface Withdrawal {
  form: 'appointment' | 'contact'
  /** The `Idempotency-Key` of the request, which only the visitor's browser knows. */
  key: string
  /** The key of the request of the same form that replaces it. */
  by?: string | undefined
}
