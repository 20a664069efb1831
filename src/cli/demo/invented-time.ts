import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import type { Window } from '../../callback-request/calling/requeue.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { newReference, REFERENCES_OF_A_DAY } from '../../server/storage/requests/reference.ts'
import type { CallbackHistory, DemoCall } from './callback-history.ts'
import { CALLERS } from './callers.ts'
import type { Random } from './random.ts'
import { NOTES } from './texts.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** How often visitors choose each slot. */
const SLOTS: Readonly<Record<TimeSlot, number>> = {
  Anytime: 18,
  '12:00am-02:00am': 1,
  '02:00am-04:00am': 1,
  '04:00am-06:00am': 1,
  '06:00am-08:00am': 4,
  '08:00am-10:00am': 9,
  '10:00am-12:00pm': 14,
  '12:00pm-02:00pm': 9,
  '02:00pm-04:00pm': 8,
  '04:00pm-06:00pm': 11,
  '06:00pm-08:00pm': 14,
  '08:00pm-10:00pm': 7,
  '10:00pm-12:00am': 3,
}

/** Stepping by this number, which shares no factor with `REFERENCES_OF_A_DAY`, reaches each reference once. */
const REFERENCE_STEP = 3_264_221

/** How long a caller looks at the row before dialling, and rings: at most. */
const LONGEST_CALL_MS = 6 * MINUTE_MS

const NOTED = 0.4

/** The time in which the invented people ask and call: from the start to now. */
export class InventedTime {
  readonly start: Date
  readonly now: Date
  readonly timeZone: string
  readonly random: Random
  #references: number

  constructor(now: Date, { days, timeZone, random }: { days: number; timeZone: string; random: Random }) {
    this.now = now
    this.start = new Date(now.getTime() - days * DAY_MS)
    this.timeZone = timeZone
    this.random = random
    this.#references = random.below(REFERENCES_OF_A_DAY)
  }

  /** A request of somebody. */
  request(receivedAt: Date, slot: TimeSlot = this.random.weighted(SLOTS)) {
    this.#references = (this.#references + REFERENCE_STEP) % REFERENCES_OF_A_DAY
    return { reference: newReference(receivedAt, this.#references), receivedAt, slot }
  }

  /** An instant between two, in whole ms. */
  between(from: Date | number, until: Date | number): Date {
    return new Date(Math.floor(this.random.between(Number(from), Number(until))))
  }

  /** So many hours before now, or the start if that is later. */
  hoursAgo(hours: number): Date {
    return new Date(Math.max(this.start.getTime(), this.now.getTime() - hours * HOUR_MS))
  }

  /** When a callback is called: usually early in its window, seldom after it; always later than the latest request. */
  callIn({ from, until }: Window, earliest: Date): Date {
    const begin = Math.max(from.getTime(), earliest.getTime() + MINUTE_MS)
    const left = until.getTime() - begin
    if (left < MINUTE_MS || this.random.chance(0.06))
      return this.between(begin, Math.max(begin, until.getTime()) + HOUR_MS)
    // Whoever may be called at any time is called within some hours.
    return new Date(begin + Math.floor(this.random.next() ** 2 * Math.min(left, 6 * HOUR_MS)))
  }

  /** Makes a call, and tells of it in the words of a coordinator. */
  call(history: CallbackHistory, outcome: Outcome, at: Date, earliest: Date, later?: DemoCall['later']): void {
    const { random } = this
    const claimedAt = this.between(Math.max(earliest.getTime(), at.getTime() - LONGEST_CALL_MS), at)
    const note = random.chance(NOTED) ? random.pick(NOTES[outcome]) : undefined
    history.call({ outcome, at, claimedAt, by: random.pick(CALLERS).id, note, later })
  }
}
