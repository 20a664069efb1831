import { type Bucket, bucketOf, nextMidnight } from '../../callback-request/calling/buckets.ts'
import type { CallReport } from '../../callback-request/calling/callback-row.ts'
import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import {
  type ChosenWindow,
  EXACT_TIME_MS,
  promisedWindow,
  type Window,
} from '../../callback-request/calling/windows.ts'
import type { Calendar } from '../../callback-request/calling-days.ts'
import type { Campaign } from '../../callback-request/campaign.ts'
import { SERVICES } from '../../callback-request/services.ts'
import type { Suspicion } from '../../callback-request/spam-signals.ts'
import type { CallbackDetails } from '../../callback-request/stored-request.ts'
import { ANYTIME, TIME_SLOTS, type TimeSlot } from '../../callback-request/time-slots.ts'
import { CALLERS, newPerson, type Person } from './people.ts'
import { Random } from './random.ts'
import { calendarOf, type DemoSettings } from './settings.ts'
import { CAMPAIGNS, MESSAGES, NOTES, SPAM_MESSAGES } from './texts.ts'

/** What one person sends, and the calls that answer it, each in the order of time. */
export interface InventedCallback {
  sent: readonly Sent[]
  calls: readonly Call[]
  /** When the person withdrew what was sent. */
  withdrawnAt?: Date
}

interface Sent {
  receivedAt: Date
  details: CallbackDetails
  campaign: Campaign | null
  language: Person['language']
  suspicion: Suspicion | null
}

type Call = CallReport & { claimedAt: Date; at: Date; by: string }

/** When somebody asks, for which slot, and when that is due. */
interface Ask extends Window {
  slot: TimeSlot
  receivedAt: Date
}

/** What comes of the calls of a settled callback: each of these about as often as any other. */
const ENDINGS: readonly (readonly Outcome[])[] = [
  ['reached'],
  ['booked'],
  ['not_interested'],
  // Enough for Anytime, beside a day without calls: the calls after the third counted day are left out.
  ['no_answer', 'busy', 'no_answer', 'busy', 'no_answer', 'busy', 'no_answer'],
  ['wrong_number'],
  ['spam'],
  ['no_answer', 'booked'],
  ['busy', 'reached'],
  ['call_later', 'booked'],
  ['do_not_call'],
]

const FEWEST_SUSPECTED = 6
const SUSPECTED = 0.01

const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * HOUR_MS

/** More requests of one number than can wait there. */
const FLOOD = 25

/** How often visitors choose each slot, in the order of `TIME_SLOTS`. */
const SLOT_WEIGHTS = [18, 1, 1, 1, 4, 9, 14, 9, 8, 11, 14, 7, 3]

const WITH_APPOINTMENT_FORM = 0.75
const NOTED = 0.4

/** Between two things that happen to a callback; a call takes less. */
const LEAST_PAUSE_MS = HOUR_MS / 12

/** After a call without an answer, Anytime begins again this much later. Source: desk, section 5. */
const ANYTIME_PAUSE_MS = 2 * HOUR_MS

/** A call comes within some hours, and some are late. */
const LONGEST_WAIT_MS = 6 * HOUR_MS
const LATENESS_MS = HOUR_MS / 2

/** So often something is invented until it is as wanted. Of the rarest kind it is about one of a hundred. */
const TRIES = 1_000

/** Invents what the people of a department did until now. Of the open callbacks there are more than desk, section 11, says. */
export function inventCallbacks(settings: DemoSettings): InventedCallback[] {
  const invented = new Inventor(settings)
  const times = (count: number, invent: () => InventedCallback) => Array.from({ length: count }, invent)
  const callbacks = [
    ...[3, 2, 1].map((asked) => invented.waiting('due', asked)),
    ...times(3, () => invented.again()),
    ...times(4, () => invented.waiting('overdue')),
    ...times(5, () => invented.waiting('today')),
    invented.later('today'),
    ...invented.atOneNumber('Sunita Joshi', 'Rahul Joshi'),
    ...invented.atOneNumber('Meera Kulkarni', 'मीरा कुलकर्णी'),
    invented.calledEarly(),
    invented.flood(),
    ...times(4, () => invented.waiting('coming')),
    ...times(2, () => invented.later('coming')),
    ...times(Math.max(FEWEST_SUSPECTED, Math.round(settings.requests * SUSPECTED)), () => invented.suspected()),
  ]
  const missing = settings.requests - 1 - callbacks.reduce((sum, { sent }) => sum + sent.length, 0)
  // After a call that nobody answered, the next one is made on another day.
  const endings = ENDINGS.filter(({ length }) => length === 1 || settings.days > length + 1)
  const settled = Array.from({ length: missing }, (_, index) => invented.settled(endings[index % endings.length] ?? []))
  return [...callbacks, ...settled, invented.withdrawn()]
}

/** Invents callbacks from a start until now, each of a new person. */
class Inventor {
  readonly #random: Random
  readonly #calendar: Calendar
  // Instants in ms.
  readonly #start: number
  readonly #now: number
  readonly #midnight: number
  #people = 0

  constructor(settings: DemoSettings) {
    const { seed, now, days, timeZone } = settings
    this.#random = new Random(seed)
    this.#calendar = calendarOf(settings)
    this.#start = Number(now) - days * DAY_MS
    this.#now = Number(now)
    this.#midnight = Number(nextMidnight(now, timeZone))
  }

  /** Somebody who has not been called, and is in a bucket of the worklist. In some hours no slot is in one: see `later`. */
  waiting(bucket: Bucket, asked = 1, person = this.#newPerson()): InventedCallback {
    const isThere = (ask: Ask) => bucketOf(ask, new Date(this.#now), new Date(this.#midnight)) === bucket
    const asks = Array.from({ length: asked }, () => this.#first(() => this.#ask(this.#hoursAgo(30)), isThere))
    const found = asks.filter((ask) => ask !== undefined)
    return found.length < asked ? this.later(bucket, person) : this.#callback(found, [], person)
  }

  /** People who wait at one number: relatives, or one person whose name is written in two ways. */
  atOneNumber(...names: string[]): InventedCallback[] {
    const { phone } = this.#newPerson()
    return names.map((name) => this.waiting('coming', 1, { ...this.#newPerson(), name, phone }))
  }

  /** Somebody who sends the same again and again: a callback, and what is held back. */
  flood(): InventedCallback {
    const { sent, calls } = this.waiting('coming')
    const again = sent.flatMap((first) =>
      Array.from({ length: FLOOD }, (_, index) => {
        return { ...first, receivedAt: new Date(Number(first.receivedAt) - FLOOD + index) }
      }),
    )
    return { sent: again, calls }
  }

  /** Somebody who was called before the chosen time, and did not answer. */
  calledEarly(): InventedCallback {
    const waiting = this.waiting('coming')
    const before = Number(waiting.calls[0]?.at ?? waiting.sent[0]?.receivedAt)
    return { ...waiting, calls: [...waiting.calls, this.#call('no_answer', this.#between(before, this.#now))] }
  }

  /** Somebody who did not answer, and is due again. */
  again(): InventedCallback {
    const at = this.#between(this.#now - 2 * ANYTIME_PAUSE_MS, this.#now - ANYTIME_PAUSE_MS)
    return this.#callback([this.#askBefore(at)], [this.#call(this.#random.pick(['no_answer', 'busy']), at)])
  }

  /** Somebody who was called, and asked for another time: later today an exact one, otherwise a slot of the next days. */
  later(bucket: Bucket, person?: Person): InventedCallback {
    const at = this.#between(this.#hoursAgo(6), this.#now)
    const from = this.#between(this.#now + 1, this.#midnight)
    const exact = {
      slot: null,
      due_from: from.toISOString(),
      due_until: new Date(Number(from) + EXACT_TIME_MS).toISOString(),
    }
    const chosen = bucket === 'today' ? exact : this.#slotAfter(this.#midnight)
    return this.#callback([this.#askBefore(at)], [this.#call('call_later', at, chosen)], person)
  }

  /** A callback that is settled by now. @param outcomes of its calls: the last one settles it */
  settled(outcomes: readonly Outcome[]): InventedCallback {
    const make = () => {
      const ask = this.#ask(this.#start)
      let window: Window = ask
      let before = ask.receivedAt
      const calls = outcomes.map((outcome) => {
        before = this.#dialledAt(window, before)
        const chosen = outcome === 'call_later' ? this.#slotAfter(Number(before)) : undefined
        // Nobody answered: the next call is made in the next window of the slot.
        window = chosen ?? promisedWindow(ask.slot, new Date(window.due_until), this.#calendar)
        return this.#call(outcome, before, chosen)
      })
      return { ask, calls }
    }
    const made = this.#first(make, ({ calls }) => calls.every(({ at }) => Number(at) <= this.#now))
    if (!made) throw new Error('No such callback could be invented.')
    return this.#callback([made.ask], made.calls)
  }

  /** A request of the last days that looks like a robot's, and has no callback. */
  suspected(): InventedCallback {
    const ask = this.#ask(this.#hoursAgo(10 * 24))
    return { sent: [{ ...this.#sent(this.#newPerson(), ask, SPAM_MESSAGES, 0), suspicion: 'links' }], calls: [] }
  }

  /** Somebody who asked and took it back. */
  withdrawn(): InventedCallback {
    const at = this.#between(this.#hoursAgo(6), this.#now)
    return { ...this.#callback([this.#askBefore(at)]), withdrawnAt: at }
  }

  #callback(asks: Ask[], calls: Call[] = [], person = this.#newPerson()): InventedCallback {
    const inOrder = asks.sort((one, other) => Number(one.receivedAt) - Number(other.receivedAt))
    const sent = inOrder.map((ask) => this.#sent(person, ask, MESSAGES[person.language], WITH_APPOINTMENT_FORM))
    return { sent, calls }
  }

  #newPerson(): Person {
    return newPerson(this.#people++, this.#random)
  }

  /** What somebody types. @param share how often into the appointment form, which has no message */
  #sent({ name, phone, email, language }: Person, ask: Ask, messages: readonly string[], share: number): Sent {
    const random = this.#random
    const typed = { name, phone, email, timeSlot: ask.slot }
    const details = random.chance(share)
      ? ({ ...typed, form: 'appointment', service: random.pick(SERVICES), message: null } as const)
      : ({ ...typed, form: 'contact', service: null, message: random.pick(messages) } as const)
    return { receivedAt: ask.receivedAt, details, campaign: random.pick(CAMPAIGNS), language, suspicion: null }
  }

  #ask(from: number): Ask {
    return this.#asked(this.#between(from, this.#now), this.#random.weighted(TIME_SLOTS, SLOT_WEIGHTS))
  }

  /** Some hours before a call, at any time. */
  #askBefore(call: Date): Ask {
    return this.#asked(this.#between(this.#hoursAgo(12), Number(call) - LEAST_PAUSE_MS), ANYTIME)
  }

  #asked(receivedAt: Date, slot: TimeSlot): Ask {
    return { receivedAt, slot, ...promisedWindow(slot, receivedAt, this.#calendar) }
  }

  #call(outcome: Outcome, at: Date, later?: ChosenWindow): Call {
    const random = this.#random
    const note = random.chance(NOTED) ? random.pick(NOTES[outcome]) : undefined
    const claimedAt = new Date(Number(at) - random.below(LEAST_PAUSE_MS))
    return { claimedAt, at, by: random.pick(CALLERS).id, outcome, note, later }
  }

  /** Usually early in a window, seldom after it. */
  #dialledAt({ due_from, due_until }: Window, before: Date): Date {
    const begin = Math.max(Date.parse(due_from), Number(before)) + LEAST_PAUSE_MS
    const left = Math.min(Math.max(Date.parse(due_until) - begin, 0), LONGEST_WAIT_MS)
    return new Date(begin + Math.floor(this.#random.next() ** 3 * (left + LATENESS_MS)))
  }

  /** A slot of one of the three days after an instant. */
  #slotAfter(instant: number): ChosenWindow {
    const [, ...slots] = TIME_SLOTS
    const slot = this.#random.pick(slots)
    // A slot that has begun may still count as its next window.
    const earliest = this.#between(instant + 2 * HOUR_MS, instant + 3 * DAY_MS)
    return { slot, ...promisedWindow(slot, earliest, this.#calendar) }
  }

  #first<Value>(make: () => Value, fits: (value: Value) => boolean): Value | undefined {
    for (let tries = 0; tries < TRIES; tries++) {
      const value = make()
      if (fits(value)) return value
    }
    return undefined
  }

  /** An instant between two, in whole ms. */
  #between(from: number, until: number): Date {
    return new Date(Math.floor(from + this.#random.next() * (until - from)))
  }

  /** So many hours before now, or the start if that is later. */
  #hoursAgo(hours: number): number {
    return Math.max(this.#start, this.#now - hours * HOUR_MS)
  }
}
