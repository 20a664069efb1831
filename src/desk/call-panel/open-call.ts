import type { CallbackRow, CalledRow } from '../../callback-request/calling/callback-row.ts'
import type { Outcome } from '../../callback-request/calling/outcomes.ts'

/** What a coordinator says of a call. */
export interface CallReport {
  outcome: Outcome
  note: string
  day?: string
  time_slot?: string
  time?: string
}

/** What was saved last. Instants are UTC, ISO 8601, by the server's clock. */
export interface Saved extends CallReport, CallReportAnswer {}

export interface CallReportAnswer {
  /** As the outcome left it. */
  callback: CallbackRow
  attempt: { id: string; at: string }
  undo_until: string
  /** Who is to be called next. */
  next: CallbackRow | null
}

export interface OpenCall extends CalledRow {
  /** Whether the callback was settled elsewhere: no result can be saved here. */
  isClosed?: boolean
  /** Whether the visitor has withdrawn it during the call: a result can still be saved. */
  isWithdrawn?: boolean
  /** Whether the person has asked for a call since it was open. */
  hasAskedAgain?: boolean | undefined
}

/** Whether a note is one that came back into the field by Undo: newer than the last call, it is stored already. */
export function isNoteStored({ context: { attempts, notes } }: OpenCall, note: string): boolean {
  const lastCall = attempts[0]?.at ?? ''
  return notes.some(({ at, text }) => at > lastCall && text === note.trim())
}

const KEPT = 'open-call'

/** Keeps in the tab's storage whose call is open, so that a reload opens it again, and no other tab of the browser does. */
export function keepOpenCall(called: OpenCall | undefined): void {
  if (called) sessionStorage.setItem(KEPT, called.id)
  else sessionStorage.removeItem(KEPT)
}

/** The id of the callback whose call was open in this tab. */
export function keptOpenCall(): string | null {
  return sessionStorage.getItem(KEPT)
}
