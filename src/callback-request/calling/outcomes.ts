import type { RequestStatus } from '../statuses.ts'

/** What a coordinator says of a call, in the order of the buttons and their keys 1 to 9. Source: desk, section 5. */
export const OUTCOMES = [
  'reached',
  'booked',
  'not_interested',
  'no_answer',
  'busy',
  'call_later',
  'wrong_number',
  'do_not_call',
  'spam',
] as const

export type Outcome = (typeof OUTCOMES)[number]

/** The characters of a note. Source: desk, section 5. */
export const MAX_NOTE = 2_000

/** The outcomes of a call in which nobody was spoken to. */
export type UnansweredOutcome = 'no_answer' | 'busy'

/**
 * What an outcome's button says, and what the callback becomes. A callback whose last promise an unanswered call ends is
 * unreachable.
 */
const TABLE: Readonly<Record<Outcome, { label: string; becomes: RequestStatus }>> = {
  reached: { label: 'Reached', becomes: 'reached' },
  booked: { label: 'Booked', becomes: 'booked' },
  not_interested: { label: 'Not interested', becomes: 'not_interested' },
  no_answer: { label: 'No answer', becomes: 'again' },
  busy: { label: 'Busy', becomes: 'again' },
  call_later: { label: 'Call later', becomes: 'later' },
  wrong_number: { label: 'Wrong number', becomes: 'wrong_number' },
  do_not_call: { label: 'Do not call', becomes: 'do_not_call' },
  spam: { label: 'Spam', becomes: 'spam' },
}

/** The name of an outcome on its button. */
export function labelOf(outcome: Outcome): string {
  return TABLE[outcome].label
}

/** The status of a callback after a call with this outcome. */
export function statusAfter(outcome: Outcome): RequestStatus {
  return TABLE[outcome].becomes
}

/** Whether a change of a callback is what came of a call. */
export function isOutcome(what: string): what is Outcome {
  return what in TABLE
}

/** Whether nobody was spoken to. */
export function isUnanswered(what: string): what is UnansweredOutcome {
  return what === 'no_answer' || what === 'busy'
}
