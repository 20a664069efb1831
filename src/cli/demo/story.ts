import { type FoldedCallback, openedBy, withRequest } from '../../callback-request/calling/callback-state.ts'
import { afterOutcome, OUTCOMES, type Outcome } from '../../callback-request/calling/outcomes.ts'
import { rowOf, type SlotWindow, windowOf, windowOfRow } from '../../callback-request/calling/requeue.ts'
import { isSettled } from '../../callback-request/statuses.ts'
import { TIME_SLOTS, type TimeSlot } from '../../callback-request/time-slots.ts'
import type { CallReport } from '../../server/storage/callbacks/change-step.ts'
import { CALLERS } from './people.ts'
import type { Random } from './random.ts'
import { NOTES } from './texts.ts'

/** A call that somebody makes. */
export type Call = CallReport & { claimedAt: Date; at: Date; by: string }

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** How often visitors choose each slot, in the order of `TIME_SLOTS`. */
const SLOT_WEIGHTS = [18, 1, 1, 1, 4, 9, 14, 9, 8, 11, 14, 7, 3]

const [, ...SLOTS_OF_A_DAY] = TIME_SLOTS

/** What comes of calls, of a hundred, in the order of `OUTCOMES`. */
const OUTCOME_WEIGHTS = [29, 24, 12, 18, 6, 4, 5, 2]

/** Between two things that happen to a callback; a call takes less. */
export const LEAST_PAUSE_MS = 5 * MINUTE_MS

/** Whoever may be called at any time is called within some hours. */
const LONGEST_WAIT_MS = 6 * HOUR_MS

/** Some calls are this late. */
const LATENESS_MS = HOUR_MS / 2

const LONGEST_LATER_MS = 10 * DAY_MS
const NOTED = 0.4

/** What one person's callback goes through: the requests, then the calls, each in order of time. */
export class Story {
  readonly asks: (SlotWindow & { receivedAt: Date })[] = []
  readonly calls: Call[] = []
  readonly #random: Random
  readonly #timeZone: string
  /** As the desk will have it: the same rules foretell where it will be in the worklist. */
  callback: FoldedCallback

  /** @param slot by default any, as in `ask` */
  constructor(random: Random, timeZone: string, receivedAt: Date, slot?: TimeSlot) {
    this.#random = random
    this.#timeZone = timeZone
    this.callback = openedBy(this.#request(receivedAt, slot))
  }

  get startsAt(): Date {
    return new Date(this.callback.opened_at)
  }

  get isSettled(): boolean {
    return isSettled(this.callback.status)
  }

  /** The latest request or call. */
  get latest(): Date {
    return this.calls.at(-1)?.at ?? this.asks.at(-1)?.receivedAt ?? this.startsAt
  }

  ask(receivedAt: Date): void {
    this.callback = withRequest(this.callback, this.#request(receivedAt))
  }

  /** A call: usually early in the window, seldom after it. */
  call(outcome: Outcome = this.#random.weighted(OUTCOMES, OUTCOME_WEIGHTS), at: Date = this.#dialledAt()): void {
    const random = this.#random
    const later = outcome === 'call_later' ? this.#chosenAt(at) : undefined
    this.calls.push({
      claimedAt: new Date(Number(at) - random.below(LEAST_PAUSE_MS)),
      at,
      by: random.pick(CALLERS).id,
      outcome,
      note: random.chance(NOTED) ? random.pick(NOTES[outcome]) : undefined,
      later,
    })
    const { status, tries, slot } = this.callback
    const before = { status, tries, slot, window: windowOfRow(this.callback) }
    const context = { now: at, timeZone: this.#timeZone, others: this.asks, later }
    const { window, ...after } = afterOutcome(before, outcome, context)
    this.callback = { ...this.callback, ...after, ...rowOf(window) }
  }

  #request(receivedAt: Date, slot = this.#random.weighted(TIME_SLOTS, SLOT_WEIGHTS)) {
    const ask = { receivedAt, slot, window: windowOf(slot, receivedAt, this.#timeZone) }
    this.asks.push(ask)
    const unnamed = { reference: '', service: null, language: null, campaign: null }
    return { ...unnamed, slot, received_at: receivedAt.toISOString(), ...rowOf(ask.window) }
  }

  #dialledAt(): Date {
    const window = windowOfRow(this.callback)
    const begin = Math.max(Number(window.from), Number(this.latest) + LEAST_PAUSE_MS)
    const left = Math.min(Math.max(Number(window.until) - begin, 0), LONGEST_WAIT_MS)
    return new Date(begin + Math.floor(this.#random.next() ** 3 * (left + LATENESS_MS)))
  }

  /** The slot that somebody asks for in a call: on one of the next days. */
  #chosenAt(at: Date): SlotWindow {
    const slot = this.#random.pick(SLOTS_OF_A_DAY)
    const earliest = new Date(Number(at) + this.#random.between(HOUR_MS, LONGEST_LATER_MS))
    return { slot, window: windowOf(slot, earliest, this.#timeZone) }
  }
}
