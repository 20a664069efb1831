import type { Service } from '../services.ts'
import type { Suspicion } from '../spam-signals.ts'
import type { RequestStatus } from '../statuses.ts'
import type { StoredRequest } from '../stored-request.ts'
import type { TimeSlot } from '../time-slots.ts'
import type { Bucket } from './buckets.ts'
import type { Outcome } from './outcomes.ts'
import type { HeldCallback } from './refusals.ts'
import type { ChosenWindow } from './windows.ts'

/** A callback as lists show it. Instants are UTC, ISO 8601. */
export interface CallbackRow {
  id: string
  /** Of the first request: the name, and the number as it was typed, 30 characters at most. */
  name: string
  phone: string
  /** The international form, such as `+919876543210`; null for what no country has. */
  number: string | null
  /** The number in groups, as people of this country write it; where no country has it, as it was typed. */
  shown: string
  /** Of the newest request that names one. */
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
  /** Whether one of its requests has a message. */
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

/** How many references a row lists. Source: desk, section 4. */
const REFERENCES_SHOWN = 20

/** A callback as it is read for a list. */
export interface ListedCallback extends HeldCallback {
  id: string
  number: string
  /** How many other people wait at the number. */
  others: number
  claimed_by: string | null
  claimed_by_name: string | null
  /** Until when it is held; null while nobody does. */
  held_until: string | null
}

/** Writes an international number as people of the department's country do. */
export type ShownNumber = (international: string) => string

/** The row of a callback. @param viewer the account that reads it */
export function rowOf(callback: ListedCallback, viewer: string, shownNumber: ShownNumber): CallbackRow {
  const { number, last_outcome: outcome, last_called_at: at, claimed_by, held_until: until } = callback
  const by = { id: claimed_by ?? '', name: callback.claimed_by_name ?? '' }
  const international = number.startsWith('+') ? number : null
  return {
    id: callback.id,
    name: callback.name,
    phone: callback.phone,
    number: international,
    shown: international === null ? callback.phone : shownNumber(international),
    service: callback.service,
    time_slot: callback.slot,
    due_from: callback.due_from,
    due_until: callback.due_until,
    waiting_since: callback.opened_at,
    tries: callback.tries,
    asked: callback.asked,
    others: callback.others,
    references: callback.request_references.split(' ').slice(0, REFERENCES_SHOWN),
    status: callback.status,
    language: callback.language,
    has_message: callback.has_message === 1,
    last: outcome && at ? { outcome, at } : null,
    claim: until === null ? null : { by, until, mine: claimed_by === viewer },
  }
}

/** A page of a list, and the cursor of the next one. */
export interface RowsPage<Row> {
  rows: Row[]
  next: string | null
}

/** How many calls one person, or everybody, has made today. */
export type DayOfCalls = Record<'tries' | 'reached' | 'booked', number>

/** Everybody who waits for a call, as far as the first pages show them. Instants are UTC, ISO 8601. */
export interface WaitingCallbacks {
  now: string
  /** When a row next changes its bucket. */
  changes_at: string | null
  counts: Record<Bucket, number>
  /** How many requests were held back in the last 24 hours, up to 1,000. */
  held_back: number
  /** What the person who is signed in has done today, and for managers what everybody has. */
  mine: DayOfCalls
  team: DayOfCalls | null
  buckets: Record<Bucket, RowsPage<CallbackRow>>
}

/** A callback that somebody has begun to call. */
export interface CalledRow extends CallbackRow {
  context: CallContext
}

type Told = 'reference' | 'received_at' | 'form' | 'name' | 'phone' | 'service' | 'time_slot' | 'language' | 'message'

/** What a caller has to know before it rings. By whom is a name. */
export interface CallContext {
  /** The first, the one that was asked for, and the newest, up to five, newest first; each with the window it promised. */
  requests: (Pick<StoredRequest, Told> & { due_from: string; due_until: string })[]
  /** The newest five, as the next two. */
  attempts: { at: string; outcome: Outcome; by: string }[]
  notes: { at: string; text: string; by: string }[]
  earlier: EarlierCallback[]
  /** Other people who wait at this number: not why they asked. */
  others: Pick<CallbackRow, 'id' | 'name' | 'due_from' | 'due_until' | 'claim'>[]
  /** How many requests of this number are held back, up to 1,000. */
  held_back: number
}

/** How many of each kind a caller sees. Source: desk, section 5. */
export const CONTEXT_OF_EACH = 5

/**
 * The requests that a caller sees: the first, that which was asked for and the newest, up to five, newest first. What the
 * visitor has withdrawn is left out, if it was not asked for and anything else is left.
 */
export function toldOf<Request extends { reference: string; withdrawn_at: string | null }>(
  newestFirst: readonly Request[],
  asked: string,
): Request[] {
  const remaining = newestFirst.filter(({ withdrawn_at }) => withdrawn_at === null)
  const shown = remaining.length > 0 ? remaining : newestFirst
  const wanted = [...shown.slice(-1), ...newestFirst.filter(({ reference }) => reference === asked), ...shown]
  const told = new Set([...new Set(wanted)].slice(0, CONTEXT_OF_EACH))
  return newestFirst.filter((request) => told.has(request))
}

/** A settled callback of the same person: who settled it, and its newest note. */
export interface EarlierCallback {
  id: string
  reference: string
  status: RequestStatus
  settled_at: string
  by: string | null
  note: string | null
}

/** What was saved of a call. */
export interface SavedCall {
  id: string
  /** When the call began, and when it was saved: UTC, ISO 8601. */
  began_at: string
  at: string
  outcome: Outcome
}

/** What somebody says of a call. */
export interface CallReport {
  outcome: Outcome
  note?: string | undefined
  /** The chosen window of `call_later`. */
  later?: ChosenWindow | undefined
  /** Whether the patient telephoned us. */
  incoming?: boolean | undefined
  /** The key of a call that may be repeated, and a hash of what it says. */
  once?: { key: string; bodyHash: string } | undefined
}

/** A call that somebody has made today. */
export interface OwnCall {
  /** The callback's id. */
  callback: string
  reference: string
  /** The call's id. */
  attempt: string
  name: string
  outcome: Outcome
  began_at: string
  at: string
  note: string | null
  /** Null when it can no longer be undone. */
  undo_until: string | null
}

/** A request as a search lists it. */
export interface FoundRow
  extends Pick<
    StoredRequest,
    'reference' | 'received_at' | 'name' | 'phone' | 'email' | 'form' | 'service' | 'time_slot' | 'status' | 'language'
  > {
  suspected: boolean
  /** `utm_campaign`. */
  campaign: string | null
}

/** A page of what a search found. */
export interface FoundPage extends RowsPage<FoundRow> {
  /** False when the page ended before it was full. */
  complete: boolean
  /** The receipt of the last row that was examined; null at the end. */
  searched_back_to: string | null
}

/** A request that is held back, or that staff marked. Source: desk, section 9. */
export interface SpamRow
  extends Pick<
    StoredRequest,
    'reference' | 'received_at' | 'name' | 'phone' | 'email' | 'form' | 'service' | 'message' | 'time_slot' | 'language'
  > {
  reason: Suspicion
  /** Who marked it, when, and what they wrote of the call. Null for what nobody has called. */
  marked: { by: { id: string; name: string }; at: string; note: string | null } | null
}
