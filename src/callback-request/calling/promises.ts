import { type Calendar, calendarsInOrder, callableMs } from '../calling-days.ts'
import { MINIMUM_REMAINING_MS } from '../due-window.ts'
import { localDayText } from '../local-clock.ts'
import { ANYTIME, type TimeSlot } from '../time-slots.ts'
import { nextMidnight } from './buckets.ts'
import { isUnanswered, type Outcome, type UnansweredOutcome } from './outcomes.ts'
import { type ChosenWindow, promisedWindow, restoredWindow, type Window } from './windows.ts'

// Promises, and what staff do to them. Source: desk, section 3. Names are the store's own; instants are texts (ISO 8601,
// UTC, to the millisecond), which sort by time.

/** A window in which somebody was promised a call, while it is open. */
export interface OpenPromise extends Window {
  /** The reference of the request that promises it, or the id of the change by which staff chose it. */
  of: string
  /** The slot of its windows; of an exact time, the slot in which to go on if nobody answers. */
  slot: TimeSlot
  /** Whether the window is an exact time. */
  is_exact: boolean
  /** When the pause after an unanswered call in this window ends. */
  paused_until: string | null
  /** When the unanswered calls in or after its windows began. At most about a dozen: the third day ends the promise. */
  tried: readonly string[]
}

/** A promise as it is after a change, or its end. */
export type Effect = OpenPromise | { of: string; ended: true }

/** A request's slot and the window that it promises. */
export interface PromisingRequest extends Window {
  reference: string
  slot: TimeSlot
}

/** A call that nobody answered: when it began, and when it was saved, which is when the telephone was put down. */
export interface UnansweredCall {
  what: UnansweredOutcome
  began_at: string
  at: string
}

/** The pauses, by what was promised. Source: desk, section 3. */
const PAUSE_MINUTES: Readonly<Record<'slot' | 'exact' | 'anytime', Record<UnansweredOutcome, number>>> = {
  slot: { busy: 10, no_answer: 45 },
  exact: { busy: 5, no_answer: 10 },
  anytime: { busy: 120, no_answer: 120 },
}

/** On so many local days somebody is called before a promise ends. Source: desk, section 3. */
const MAX_DAYS = 3

/** A promise and a call: what a row of the table looks at. */
interface Tried {
  promise: OpenPromise
  call: UnansweredCall
  calendar: Calendar
}

/** The table of desk, section 3: of the rows, the first that fits counts. Without an effect the promise stays as it is. */
const TABLE: readonly { fits: (tried: Tried) => boolean; effect: (tried: Tried) => Effect | null }[] = [
  { fits: beganBeforeWindowOrInPause, effect: () => null },
  { fits: isFirstInWindowOfSlotOrExactTime, effect: pause },
  { fits: isFirstOrSecondOfItsDayInAnytime, effect: pause },
  { fits: isOnThirdDay, effect: ({ promise }) => ended(promise) },
  { fits: () => true, effect: move },
]

/**
 * What an unanswered call does to the open promises: the table is applied to each. Promises that stay as they are, and
 * for which the call does not count, have no effect.
 */
export function effectsOfUnansweredCall(
  open: readonly OpenPromise[],
  call: UnansweredCall,
  calendar: Calendar,
): Effect[] {
  return open.flatMap((promise) => {
    const tried = { promise, call, calendar }
    return TABLE.find(({ fits }) => fits(tried))?.effect(tried) ?? []
  })
}

function beganBeforeWindowOrInPause({ promise, call }: Tried): boolean {
  return call.began_at < windowOf(promise).due_from
}

/** By a wrong clock a call may have begun after the window, and been saved before its end. */
function beganInWindow({ promise, call }: Tried): boolean {
  return call.began_at < promise.due_until
}

function isFirstInWindowOfSlotOrExactTime(tried: Tried): boolean {
  const { promise, calendar } = tried
  const isFirst = promise.tried.every((began) => began < promise.due_from)
  const left = callableMsFrom(pauseEnd(tried), promise, calendar)
  return beganInWindow(tried) && kindOf(promise) !== 'anytime' && isFirst && left >= MINIMUM_REMAINING_MS
}

function isFirstOrSecondOfItsDayInAnytime(tried: Tried): boolean {
  const { promise, call, calendar } = tried
  const day = dayOf(call.began_at, calendar)
  const before = promise.tried.filter((began) => dayOf(began, calendar) === day).length
  const left = Date.parse(promise.due_until) - Number(pauseEnd(tried))
  return beganInWindow(tried) && kindOf(promise) === 'anytime' && before < 2 && left >= MINIMUM_REMAINING_MS
}

function isOnThirdDay({ promise, call, calendar }: Tried): boolean {
  const days = [...promise.tried, call.began_at].map((began) => dayOf(began, calendar))
  return new Set(days).size >= MAX_DAYS
}

/** The person comes back in the same window. */
function pause(tried: Tried): OpenPromise {
  const { promise, call } = tried
  return { ...promise, paused_until: pauseEnd(tried).toISOString(), tried: [...promise.tried, call.began_at] }
}

/** The person comes back in another window. */
function move(tried: Tried): OpenPromise {
  const { promise, call } = tried
  const after = { is_exact: false, paused_until: null, tried: [...promise.tried, call.began_at] }
  return { ...promise, ...windowAfter(tried), ...after }
}

/** Of Anytime: from the next calling day's opening. Of a slot: the first that begins after the call. */
function windowAfter({ promise: { slot }, call: { began_at }, calendar }: Tried): Window {
  const began = new Date(began_at)
  if (slot === ANYTIME) return promisedWindow(ANYTIME, nextMidnight(began, calendar.timeZone), calendar)
  const window = promisedWindow(slot, began, calendar)
  return window.due_from > began_at ? window : promisedWindow(slot, new Date(window.due_until), calendar)
}

function pauseEnd({ promise, call }: Tried): Date {
  return new Date(Date.parse(call.at) + PAUSE_MINUTES[kindOf(promise)][call.what] * 60_000)
}

/** How much of a window is left for calls. One that is not within the hours counts as a whole: staff chose it. */
function callableMsFrom(from: Date, { due_from, due_until }: Window, calendar: Calendar): number {
  const until = new Date(due_until)
  const whole = { from: new Date(due_from), until }
  const rules = calendarsInOrder(calendar).find((one) => callableMs(whole, one) >= MINIMUM_REMAINING_MS)
  return rules ? callableMs({ from, until }, rules) : 0
}

function kindOf({ is_exact, slot }: OpenPromise): keyof typeof PAUSE_MINUTES {
  if (is_exact) return 'exact'
  return slot === ANYTIME ? 'anytime' : 'slot'
}

function dayOf(instant: string, { timeZone }: Calendar): string {
  return localDayText(new Date(instant), timeZone)
}

function ended({ of }: OpenPromise): Effect {
  return { of, ended: true }
}

/** What came of a call: when it began, when it was saved, and the time that was agreed on. */
interface Call extends Omit<UnansweredCall, 'what'> {
  id: string
  outcome: Outcome
  later?: ChosenWindow | undefined
}

/** What an outcome does to the open promises. @param firstSlot as `chosenEffects` takes it */
export function effectsOfCall(
  open: readonly OpenPromise[],
  { id, outcome, later, began_at, at }: Call,
  firstSlot: TimeSlot,
  calendar: Calendar,
): Effect[] {
  if (later) return chosenEffects(open, id, later, firstSlot)
  if (!isUnanswered(outcome)) return settlingEffects(open)
  return effectsOfUnansweredCall(open, { what: outcome, began_at, at }, calendar)
}

/** What every outcome does that settles a callback: all its promises end. */
export function settlingEffects(open: readonly OpenPromise[]): Effect[] {
  return open.map(ended)
}

/**
 * What call later, reschedule and reopen do: the chosen time replaces all open promises.
 *
 * @param of the change's id
 * @param firstSlot of the callback's first request: an exact time goes on in it
 */
export function chosenEffects(
  open: readonly OpenPromise[],
  of: string,
  { slot, due_from, due_until }: ChosenWindow,
  firstSlot: TimeSlot,
): Effect[] {
  const window = { slot: slot ?? firstSlot, is_exact: slot === null, due_from, due_until }
  return [...settlingEffects(open), { of, ...window, paused_until: null, tried: [] }]
}

/**
 * What restoring does to the requests of a callback: each that was not withdrawn has the window that it was promised, or the
 * next one from now.
 */
export function restoringEffects(
  requests: readonly (PromisingRequest & { withdrawn_at: string | null })[],
  now: Date,
  calendar: Calendar,
): Effect[] {
  const remaining = requests.filter(({ withdrawn_at }) => withdrawn_at === null)
  return remaining.map((request) => promiseOf({ ...request, ...restoredWindow(request, now, calendar) }))
}

/** What a request promises when it joins a callback. */
export function promiseOf({ reference, slot, due_from, due_until }: PromisingRequest): OpenPromise {
  return { of: reference, slot, is_exact: false, due_from, due_until, paused_until: null, tried: [] }
}

/** The window of an open promise: after its pause, if it has one. */
export function windowOf({ due_from, due_until, paused_until }: OpenPromise): Window {
  return { due_from: paused_until !== null && paused_until > due_from ? paused_until : due_from, due_until }
}

/** The promise whose window is the callback's: that which ends first, of these the one that can be called first. */
export function firstPromise(open: Iterable<OpenPromise>): OpenPromise | undefined {
  let first: OpenPromise | undefined
  for (const promise of open) if (first === undefined || orderOf(promise) < orderOf(first)) first = promise
  return first
}

function orderOf(promise: OpenPromise): string {
  return `${promise.due_until} ${windowOf(promise).due_from} ${promise.of}`
}
