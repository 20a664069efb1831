import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { labelOf, type Outcome } from '../../callback-request/calling/outcomes.ts'
import { beginningInWords, clockTime } from '../../callback-request/calling/time-words.ts'
import { isSettled } from '../../callback-request/statuses.ts'
import { type CallFailed, explainFailure } from '../api.ts'

/** What was saved at this instant, and what follows. */
export function savedInWords(outcome: Outcome, callback: CallbackRow, at: Date, timeZone: string): string {
  const saved = `${labelOf(outcome)}.`
  const { status, due_from: from } = callback
  if (status === 'unreachable') return `${saved} Nobody answered on three days, so it is closed.`
  if (isSettled(status)) return saved
  if (Date.parse(from) <= at.getTime()) return `${saved} It is due now.`
  return `${saved} Comes back ${beginningInWords(callback, at, timeZone)}.`
}

/** Why a callback cannot be called, or its outcome not be saved or undone. */
export function explainCallRefusal(failure: CallFailed, timeZone: string): string {
  const { code, claim, callback, status } = failure
  if (code === 'claimed') {
    const held = callback ? `${callback.name}, at the same number,` : 'this callback'
    return claim
      ? `${claim.by.name} holds ${held} until ${clockTime(claim.until, timeZone)}.`
      : 'Somebody else holds this callback.'
  }
  if (code !== undefined && code in REFUSALS) return REFUSALS[code as keyof typeof REFUSALS]
  if (status === 404) return 'This callback was erased meanwhile. Nobody can call or save anything.'
  if (status === 403) return 'Only the person who saved the call can undo it.'
  if (status === 422) return Object.values(failure.errors)[0] ?? explainFailure(failure)
  return explainFailure(failure)
}

/** Why somebody else's change prevents one, by the code of a refusal. */
export const REFUSALS = {
  closed: 'This callback is closed: the result of a call was saved, or the visitor has withdrawn it.',
  open: 'This number waits for a call already.',
  full: 'So many requests wait at this number that no more can wait: call those first.',
  holding: 'You hold another callback: stop that call first.',
  'not-claimed':
    'You no longer hold this callback: a result was saved already, or a manager released it. Hold it again to save.',
  withdrawn: 'The visitor has withdrawn this request.',
  'not-due': 'The chosen time has not begun.',
  'too-late': 'It is too late: a call can be undone for ten minutes.',
  'not-last': 'It cannot be undone, because somebody has changed this callback since.',
  superseded:
    'It cannot be undone, because this person waits for another call: they asked again, or were restored from spam.',
} as const
