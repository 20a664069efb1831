import type { CallbackRow, Claim } from '../../callback-request/calling/callback-row.ts'
import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import { isSettled } from '../../callback-request/statuses.ts'
import type { CallFailed } from '../api.ts'

/** What a coordinator says of a call. */
export interface CallReport {
  outcome: Outcome
  note: string
  day?: string
  time_slot?: string
  time?: string
}

export interface CallReportAnswer {
  /** As the outcome left it. */
  callback: CallbackRow
  attempt: { id: string; at: string }
  undo_until: string
  /** Who is to be called next. */
  next: CallbackRow | null
}

/** What was saved last. Instants are UTC, ISO 8601, by the server's clock. */
export interface Saved extends CallReport, CallReportAnswer {}

/** The call that is open in this tab. */
export interface OpenCall {
  /** As it was when the call began. */
  row: CallbackRow
  /** The end of the hold that the server granted last. */
  until: string
  /** Who stood below the row in its table, where somebody chose the row instead of the one that was offered. */
  below: readonly string[]
  /** Whether the patient telephoned us. */
  isIncoming?: boolean
}

/** How a callback is claimed. */
export interface ClaimBody {
  early?: true
  instead?: true
}

/** Asked before a call: its chosen time has not begun, or another call is open, perhaps in another tab. */
export interface Question {
  because: 'early' | 'other'
  row: CallbackRow
  below: readonly string[]
  /** What is sent when the answer is yes. */
  body: ClaimBody
  /** With whom the other call is. */
  other?: string | undefined
}

/** A callback that something is done with, and of its row the last call. */
export type Whom = Pick<CallbackRow, 'id' | 'name'> & Partial<Pick<CallbackRow, 'last'>>

/** What is on its way to the server. */
export type Doing = 'claiming' | 'saving' | 'ending' | 'undoing' | 'noting'

/** Why something could not be done. */
export interface Refusal {
  doing: Doing
  failure: CallFailed
  /** The person whom it is about; without one, the call that is open. */
  about: Whom | undefined
  /** What was to be saved. */
  outcome: Outcome | undefined
}

/** The row that somebody chose, with its last call by then; or the rows that follow a call saved then, in their order. */
export type Position =
  | { isChosen: true; ids: readonly [string]; lastCall: string | undefined }
  | { isChosen: false; ids: readonly string[]; savedAt: string }

/** Calling one person at a time: free, claiming, asking, open, saving, refused, saved. How the hold is, `holdOf` says. */
export interface CallState {
  doing: Doing | undefined
  open: OpenCall | undefined
  question: Question | undefined
  refusal: Refusal | undefined
  saved: Saved | undefined
  /** With whom something else was done last, and what. */
  said: { name: string; what: string } | undefined
  position: Position | undefined
}

export const FREE: CallState = {
  doing: undefined,
  open: undefined,
  question: undefined,
  refusal: undefined,
  saved: undefined,
  said: undefined,
  position: undefined,
}

export type CallEvent =
  | { type: 'began'; doing: Doing }
  | { type: 'claimed'; row: CallbackRow; below: readonly string[] }
  /** The hold was prolonged, or begun again. */
  | { type: 'held'; row: CallbackRow }
  | { type: 'turned'; isIncoming: boolean }
  | { type: 'asked'; question: Question }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'saved'; saved: Saved }
  /** One let go of the call, or of somebody else's hold. */
  | { type: 'released'; id: string }
  | { type: 'noted' }
  /** Something else was done with a callback, which can then not be undone any more. */
  | { type: 'told'; row: { id: string; name: string }; what: string }
  | { type: 'erased'; id: string }
  | { type: 'chosen'; row: CallbackRow }
  | { type: 'dropped'; part: 'question' | 'refusal' | 'saved' | 'said' }

/** What an event makes of the call. */
export function nextState(state: CallState, event: CallEvent): CallState {
  const isOpen = (id: string) => state.open?.row.id === id
  const savedUnless = (id: string) => (state.saved?.callback.id === id ? undefined : state.saved)
  const settled = { ...state, doing: undefined }
  switch (event.type) {
    case 'began':
      return { ...state, doing: event.doing, question: undefined, refusal: undefined }
    case 'claimed': {
      const open = { row: event.row, until: event.row.claim?.until ?? '', below: event.below }
      return { ...FREE, open, position: chosen(event.row) }
    }
    case 'held':
      if (!state.open || !isOpen(event.row.id)) return settled
      return { ...settled, open: { ...state.open, until: event.row.claim?.until ?? '' } }
    case 'turned':
      return { ...state, open: state.open && { ...state.open, isIncoming: event.isIncoming } }
    case 'asked':
      return { ...settled, question: event.question }
    case 'refused': {
      const { about, doing } = event.refusal
      const position = about && doing === 'claiming' ? chosen(about) : state.position
      return { ...settled, refusal: event.refusal, position }
    }
    case 'saved': {
      const { next, attempt } = event.saved
      const after = [...(state.open?.below ?? []), ...(next ? [next.id] : [])]
      return { ...FREE, saved: event.saved, position: { isChosen: false, ids: after, savedAt: attempt.at } }
    }
    case 'released':
      return isOpen(event.id) ? { ...settled, open: undefined, refusal: undefined } : settled
    case 'noted':
      return settled
    case 'told':
      return { ...settled, saved: savedUnless(event.row.id), said: { name: event.row.name, what: event.what } }
    case 'erased':
      return { ...FREE, open: isOpen(event.id) ? undefined : state.open, saved: savedUnless(event.id) }
    case 'chosen':
      return { ...state, position: chosen(event.row) }
    case 'dropped':
      return { ...state, [event.part]: undefined }
  }
}

const chosen = ({ id, last }: Whom): Position => ({ isChosen: true, ids: [id], lastCall: last?.at })

/** How the hold of an open call is: one's own, over by time, ended by somebody else, or no longer needed. */
export type Hold =
  | { is: 'mine'; until: string }
  | { is: 'over'; until: string }
  | { is: 'released' }
  | { is: 'colleagues'; claim: Claim }
  | { is: 'closed' | 'withdrawn' | 'erased' }

/** Whether somebody holds a callback now. */
export function isHeld({ claim }: CallbackRow, now: Date): boolean {
  return claim !== null && Date.parse(claim.until) > now.getTime()
}

/** @param known what the server says of the callback now */
export function holdOf({ until }: OpenCall, known: CallbackRow | 'erased', now: Date): Hold {
  if (known === 'erased') return { is: 'erased' }
  const { status, claim } = known
  if (status === 'withdrawn') return { is: 'withdrawn' }
  if (isSettled(status)) return { is: 'closed' }
  if (claim && isHeld(known, now)) return claim.mine ? { is: 'mine', until: claim.until } : { is: 'colleagues', claim }
  return Date.parse(until) <= now.getTime() ? { is: 'over', until } : { is: 'released' }
}
