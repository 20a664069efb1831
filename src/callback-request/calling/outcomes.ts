import type { Calendar } from '../calling-days.ts'
import type { RequestStatus } from '../statuses.ts'
import { requeue, type SlotWindow } from './requeue.ts'

/** What a coordinator says of a call, in the order of the buttons and their keys 1 to 8. */
export const OUTCOMES = [
  'reached',
  'booked',
  'not_interested',
  'no_answer',
  'busy',
  'wrong_number',
  'call_later',
  'spam',
] as const

export type Outcome = (typeof OUTCOMES)[number]

/** The characters of a note. Source: desk, section 5. */
export const MAX_NOTE = 2_000

/** After this many calls in a row without an answer a callback is unreachable. Source: desk, section 5. */
const MAX_TRIES = 3

/** What an outcome does to a callback: a table. `tries` counts calls without an answer in a row. */
const EFFECTS: Readonly<Record<Outcome, { label: string; becomes: RequestStatus; tries: 'add' | 'reset' | 'keep' }>> = {
  reached: { label: 'Reached', becomes: 'reached', tries: 'add' },
  booked: { label: 'Booked', becomes: 'booked', tries: 'add' },
  not_interested: { label: 'Not interested', becomes: 'not_interested', tries: 'add' },
  no_answer: { label: 'No answer', becomes: 'again', tries: 'add' },
  busy: { label: 'Busy', becomes: 'again', tries: 'add' },
  wrong_number: { label: 'Wrong number', becomes: 'wrong_number', tries: 'add' },
  call_later: { label: 'Call later', becomes: 'later', tries: 'reset' },
  spam: { label: 'Spam', becomes: 'spam', tries: 'keep' },
}

/** The part of a callback that an outcome changes. */
export interface CallbackState extends SlotWindow {
  status: RequestStatus
  tries: number
}

/** The name of an outcome on its button. */
export function labelOf(outcome: Outcome): string {
  return EFFECTS[outcome].label
}

/**
 * A callback after an outcome.
 *
 * @param later the chosen slot and window of `call_later`
 * @param others the windows of the callback's requests
 */
export function afterOutcome<State extends CallbackState>(
  callback: State,
  outcome: Outcome,
  options: { now: Date; calendar: Calendar; others: readonly SlotWindow[]; later?: SlotWindow | undefined },
): State {
  const { now, calendar, others, later } = options
  const { becomes, tries: change } = EFFECTS[outcome]
  const tries = change === 'reset' ? 0 : callback.tries + (change === 'add' ? 1 : 0)
  if (becomes === 'later' && later) return { ...callback, ...later, status: 'later', tries }
  if (becomes !== 'again') return { ...callback, status: becomes, tries }
  if (tries >= MAX_TRIES) return { ...callback, status: 'unreachable', tries }
  const { slot, due_from, due_until } = requeue(callback, others, now, calendar)
  return { ...callback, slot, due_from, due_until, status: 'again', tries }
}
