import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import { ANYTIME } from '../../callback-request/time-slots.ts'
import { CallbackHistory } from './callback-history.ts'
import { HOUR_MS, type InventedTime } from './invented-time.ts'
import { laterWindow } from './later-window.ts'

/** What comes of calls, of a hundred. */
const OUTCOMES: Readonly<Record<Outcome, number>> = {
  reached: 29,
  booked: 24,
  not_interested: 12,
  no_answer: 18,
  busy: 6,
  wrong_number: 4,
  call_later: 5,
  spam: 2,
}

/** A callback that took longer than until now is invented again: so often with any slot, then with Anytime. */
const TRIES_WITH_A_SLOT = 10
const TRIES = 200

const LONGEST_CHOSEN_DAYS = 4

/** A request received this long before now can be settled by now. */
export const SETTLING_MS = 3 * HOUR_MS

/**
 * A callback that has been settled by now.
 *
 * @param receivedAt at least `SETTLING_MS` ago
 * @param asked how often the person asks before the first call: once or twice
 * @param outcomes of its calls; by default any
 */
export function settledCallback(
  time: InventedTime,
  receivedAt: Date,
  asked: 1 | 2,
  outcomes: readonly Outcome[] = [],
): CallbackHistory {
  for (let invented = 0; invented < TRIES; invented++) {
    const slot = invented < TRIES_WITH_A_SLOT ? undefined : ANYTIME
    const history = new CallbackHistory(time.request(receivedAt, slot), time.timeZone)
    if (asked === 2) history.receive(time.request(time.between(receivedAt, time.callIn(history.window, receivedAt))))
    if (isSettled(time, history, [...outcomes])) return history
  }
  throw new Error('No callback could be settled by now.')
}

/** Calls until the callback is settled; false when that would be later than now. */
function isSettled(time: InventedTime, history: CallbackHistory, outcomes: Outcome[]): boolean {
  let latest = history.requests.at(-1)?.receivedAt ?? time.start
  while (history.callback.settled_at === null) {
    const at = time.callIn(history.window, latest)
    if (at > time.now) return false
    const outcome = outcomes.shift() ?? time.random.weighted(OUTCOMES)
    const later = outcome === 'call_later' ? laterWindow(time, at, LONGEST_CHOSEN_DAYS) : undefined
    time.call(history, outcome, at, latest, later)
    latest = at
  }
  return true
}
