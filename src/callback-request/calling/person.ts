import type { StoredRequest } from '../stored-request.ts'
import type { CallbackRow } from './callback-row.ts'
import type { Outcome } from './outcomes.ts'

/** Everything that is known of a person who asked for a call. Instants are UTC, ISO 8601. */
export interface Person<Cursor = string> {
  /** Null for a request that belongs to no callback. */
  callback: CallbackRow | null
  /** The newest 100, newest first. */
  requests: [StoredRequest, ...StoredRequest[]]
  /** Newest first. */
  timeline: TimelineEntry[]
  /** Whether `requests` and `timeline` lack nothing older. */
  complete: boolean
  /** The other callbacks of the number, the latest first. */
  others: { rows: CallbackRow[]; next: Cursor | null }
}

/** Something that happened to a callback. */
export type TimelineEntry = {
  at: string
  /** The person of staff who did it; null for a visitor, and for the desk itself. */
  by: { id: string; name: string } | null
} & (
  | { kind: 'received' | 'corrected' | 'withdrawn'; reference: string }
  | { kind: 'notified'; reference: string; channel: 'staff-mail' | 'visitor-mail' | 'webhook'; state: DeliveryState }
  | { kind: 'overdue-mail'; state: DeliveryState }
  | { kind: 'claimed' | 'restored' | 'added' }
  | { kind: 'tried'; outcome: Outcome; in_window: boolean; undone: boolean }
  | { kind: 'requeued' | 'reopened' | 'rescheduled'; from: string; until: string }
  | { kind: 'note'; text: string }
)

/** What became of a message. */
export type DeliveryState = 'waiting' | 'delivered' | 'abandoned'

/** What is stored of a number. */
export interface NumberCounts {
  requests: number
  /** Those of which no request of another number is left. */
  callbacks: number
  notes: number
  /** Calls, undone ones among them. */
  tries: number
  messages: number
  /** Of the requests: the newest 200, newest first. */
  references: string[]
}
