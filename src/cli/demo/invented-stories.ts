import { type Bucket, bucketOf, nextMidnight } from '../../callback-request/calling/buckets.ts'
import { OUTCOMES, type Outcome } from '../../callback-request/calling/outcomes.ts'
import { windowOfRow } from '../../callback-request/calling/requeue.ts'
import { ANYTIME, type TimeSlot } from '../../callback-request/time-slots.ts'
import type { Random } from './random.ts'
import { DAY_MS, HOUR_MS, LEAST_PAUSE_MS, Story } from './story.ts'

/** An open callback: where it is now, how many requests it has, and its status; by default any. */
export interface Wanted {
  bucket: Bucket
  asked?: number
  status?: 'new' | 'again' | 'later'
}

/** What comes of calls after which a callback is open, in the order of `OUTCOMES`. */
const UNANSWERED_WEIGHTS = [0, 0, 0, 5, 2, 0, 3, 0]

/** How often an open callback is made by `#unanswered`. */
const UNANSWERED = 0.2

/** After a call without an answer, Anytime begins again this much later. Source: desk, section 5. */
const ANYTIME_PAUSE_MS = 2 * HOUR_MS

/** So many callbacks are invented until one is as wanted. Of the rarest kind it is about one of forty. */
const TRIES = 1_000

/** Invents callbacks from the start until now. */
export class InventedStories {
  readonly #random: Random
  readonly #timeZone: string
  // Instants in ms.
  readonly #start: number
  readonly #now: number
  readonly #midnight: number

  constructor(random: Random, { now, days, timeZone }: { now: Date; days: number; timeZone: string }) {
    this.#random = random
    this.#timeZone = timeZone
    this.#start = Number(now) - days * DAY_MS
    this.#now = Number(now)
    this.#midnight = Number(nextMidnight(now, timeZone))
  }

  /** A callback that is in a bucket now, at any time of any day. */
  open({ bucket, asked = 1, status }: Wanted): Story {
    const make = () => (asked === 1 && this.#random.chance(UNANSWERED) ? this.#unanswered() : this.#recent(asked))
    const isIn = (wanted: Bucket) => (story: Story) => {
      const { status: actual } = story.callback
      const isWanted = bucketOf(windowOfRow(story.callback), new Date(this.#now), new Date(this.#midnight)) === wanted
      return isWanted && (status === undefined || actual === status)
    }
    // In a day's last moment nothing can be due later that day.
    return this.#first(make, isIn(bucket), isIn('coming'))
  }

  /** A callback that is settled. @param outcomes of its first calls; by default any */
  settled(asked: number, outcomes: readonly Outcome[] = []): Story {
    const make = () => {
      const story = this.#asked(this.#between(this.#start, this.#now))
      while (story.asks.length < asked) story.ask(this.#between(story.latest, Number(story.latest) + HOUR_MS))
      for (const outcome of outcomes) story.call(outcome)
      while (!story.isSettled) story.call()
      return story
    }
    return this.#first(make, ({ isSettled }) => isSettled)
  }

  /** A request of the last days that has no callback. */
  suspected(): Story {
    return this.#asked(this.#between(this.#hoursAgo(10 * 24), this.#now))
  }

  /** Somebody who asked lately, and has been called without a result or not at all. */
  #recent(asked: number): Story {
    const story = this.#asked(this.#between(this.#hoursAgo(30), this.#now))
    while (story.asks.length < asked) story.ask(this.#between(story.latest, this.#now))
    for (let calls = this.#random.weighted([0, 1, 2], [6, 3, 1]); calls > 0; calls--) {
      story.call(this.#random.weighted(OUTCOMES, UNANSWERED_WEIGHTS))
    }
    return story
  }

  /** Somebody who did not answer, so that the next window began lately or begins soon: even in a day's last minute. */
  #unanswered(): Story {
    const soon = Math.min(this.#midnight, this.#now + ANYTIME_PAUSE_MS)
    const next = this.#random.chance(0.5)
      ? this.#between(this.#now - ANYTIME_PAUSE_MS, this.#now)
      : this.#between(this.#now + 1, soon)
    const calledAt = new Date(Number(next) - ANYTIME_PAUSE_MS)
    const story = this.#asked(this.#between(this.#hoursAgo(12), Number(calledAt) - LEAST_PAUSE_MS), ANYTIME)
    story.call(this.#random.pick(['no_answer', 'busy']), calledAt)
    return story
  }

  /** Invents callbacks until one has come so far by now, and fits: the first condition, or else the next one. */
  #first(make: () => Story, ...conditions: ((story: Story) => boolean)[]): Story {
    for (const fits of conditions) {
      for (let tries = 0; tries < TRIES; tries++) {
        const story = make()
        if (Number(story.latest) <= this.#now && fits(story)) return story
      }
    }
    throw new Error('No such callback could be invented.')
  }

  #asked(receivedAt: Date, slot?: TimeSlot): Story {
    return new Story(this.#random, this.#timeZone, receivedAt, slot)
  }

  /** An instant between two, in whole ms. */
  #between(from: Date | number, until: Date | number): Date {
    return new Date(Math.floor(this.#random.between(Number(from), Number(until))))
  }

  /** So many hours before now, or the start if that is later. */
  #hoursAgo(hours: number): number {
    return Math.max(this.#start, this.#now - hours * HOUR_MS)
  }
}
