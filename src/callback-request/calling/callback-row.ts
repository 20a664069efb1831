import type { Service } from '../services.ts'
import type { Suspicion } from '../spam-signals.ts'
import type { RequestStatus } from '../statuses.ts'
import type { StoredRequest } from '../stored-request.ts'
import type { TimeSlot } from '../time-slots.ts'
import type { Outcome } from './outcomes.ts'

/** A callback as lists show it. Instants are UTC, ISO 8601. */
export interface CallbackRow {
  id: string
  /** Name, number and service of the newest request. */
  name: string
  phone: string
  service: Service | null
  /** Null for an exact time. */
  time_slot: TimeSlot | null
  due_from: string
  due_until: string
  /** The receipt of the oldest request. */
  waiting_since: string
  tries: number
  asked: number
  /** How many other people wait at this number. */
  others: number
  /** The newest 20. */
  references: string[]
  status: RequestStatus
  /** The code of the newest request's language; null where that is not known. */
  language: string | null
  /** Whether one of the newest 20 requests has a message. */
  has_message: boolean
  /** The latest call. */
  last: { outcome: Outcome; at: string } | null
  claim: Claim | null
}

/** Whoever holds a callback, and until when. */
export interface Claim {
  by: { id: string; name: string }
  until: string
  mine: boolean
}

/** A callback that somebody has begun to call. */
export interface CalledRow extends CallbackRow {
  context: CallContext
}

/** What a caller has to know before it rings: the newest five of each. By whom is a name. */
export interface CallContext {
  requests: Pick<
    StoredRequest,
    'reference' | 'received_at' | 'form' | 'service' | 'time_slot' | 'language' | 'message'
  >[]
  attempts: { at: string; outcome: Outcome; by: string }[]
  notes: { at: string; text: string; by: string }[]
}

/** A request that is held back, or that staff marked. Source: desk, section 9. */
export interface SpamRow
  extends Pick<
    StoredRequest,
    'reference' | 'received_at' | 'name' | 'phone' | 'email' | 'form' | 'service' | 'message' | 'time_slot'
  > {
  reason: Suspicion
  /** Who marked it, when, and what they wrote of the call. Null for what nobody has called. */
  marked: { by: { id: string; name: string }; at: string; note: string | null } | null
}
