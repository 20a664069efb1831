import type { StoredRequest } from '../stored-request.ts'
import type { CallbackRow, EarlierCallback } from './callback-row.ts'
import type { Outcome } from './outcomes.ts'

/** Everything that is known of a person who asked for a call. Instants are UTC, ISO 8601. */
export interface Person {
  /** Null for a request that belongs to no callback. */
  callback: CallbackRow | null
  /** Of this callback, newest first. */
  requests: [StoredRequest, ...StoredRequest[]]
  /** Newest first. */
  timeline: TimelineEntry[]
  /** Settled callbacks of this person at this number, the newest 20. */
  earlier: EarlierCallback[]
  /** Other people at this number, those who wait first. */
  others: Pick<StoredRequest, 'name' | 'status' | 'reference'>[]
  /** How many requests of this number are held back, up to 1,000. */
  held_back: number
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
  | { kind: 'claimed' | 'restored' | 'added' | 'released' }
  | {
      kind: 'tried'
      outcome: Outcome
      began_at: string
      /** Where the call began: in the callback's window, before or after it. */
      window: 'in' | 'before' | 'after'
      incoming: boolean
      undone: boolean
    }
  | { kind: 'requeued' | 'reopened' | 'rescheduled'; from: string; until: string }
  | { kind: 'note'; text: string }
)

/** What became of a message. */
export type DeliveryState = 'waiting' | 'delivered' | 'abandoned'

/** What is stored of one person, or of everybody, at a number. */
export interface StoredCounts {
  requests: number
  callbacks: number
  notes: number
  /** Calls, undone ones among them. */
  tries: number
  messages: number
  /** Of the requests: the newest 200, newest first. */
  references: string[]
}

/** What is stored of one person at a number, who has the name of the newest request. */
export interface PersonCounts extends StoredCounts {
  name: string
}
