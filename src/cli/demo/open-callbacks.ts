import { type Bucket, bucketOf, nextMidnight } from '../../callback-request/calling/buckets.ts'
import { windowOnDay } from '../../callback-request/due-window.ts'
import { localDate } from '../../callback-request/local-clock.ts'
import type { RequestStatus } from '../../callback-request/statuses.ts'
import { ANYTIME, TIME_SLOTS, type TimeSlot } from '../../callback-request/time-slots.ts'
import { CallbackHistory } from './callback-history.ts'
import { HOUR_MS, type InventedTime } from './invented-time.ts'
import { laterWindow } from './later-window.ts'

/** What a callback must be like. */
export interface Wanted {
  bucket: Bucket
  /** By default any. */
  status?: RequestStatus
  /** How many requests it has. */
  asked: number
}

/** How many callbacks are invented before one is made to measure. */
const TRIES = 30

/** Nobody waits longer than this for the first call. */
const OLDEST_HOURS = 30

const LONGEST_CHOSEN_DAYS = 10

const SLOTS_OF_A_DAY = TIME_SLOTS.filter((slot) => slot !== ANYTIME)

/** After a call without an answer, Anytime begins again this much later. Source: desk, section 5. */
const ANYTIME_PAUSE_MS = 2 * HOUR_MS

const UNANSWERED = { no_answer: 5, busy: 2, call_later: 3 } as const

/**
 * An open callback that is in a bucket now, at any time of any day. It need not have the wanted status where the hour
 * does not allow it.
 *
 * @returns undefined when there can be none: in the last millisecond of a day nothing can be due later that day
 */
export function openCallback(time: InventedTime, wanted: Wanted): CallbackHistory | undefined {
  const midnight = nextMidnight(time.now, time.timeZone)
  const isInBucket = ({ window }: CallbackHistory) => bucketOf(window, time.now, midnight) === wanted.bucket
  for (let invented = 0; invented < TRIES; invented++) {
    const history = anyCallback(time, wanted.asked)
    if (!history || !isInBucket(history)) continue
    if (wanted.status === undefined || history.callback.status === wanted.status) return history
  }
  for (let made = 0; made < TRIES; made++) {
    const history = MADE_TO_MEASURE[wanted.bucket](time, wanted, midnight)
    if (history && isInBucket(history)) return history
  }
  return undefined
}

/** Somebody who asked lately, with any slot, and has been called or not. Undefined when a call would be after now. */
function anyCallback(time: InventedTime, asked: number): CallbackHistory | undefined {
  const { random, now } = time
  const history = askedFor(time, [time.hoursAgo(OLDEST_HOURS), now], asked)
  let latest = history.requests.at(-1)?.receivedAt ?? now
  const calls = random.weighted({ 0: 6, 1: 3, 2: 1 })
  for (let call = 0; call < Number(calls); call++) {
    const at = time.callIn(history.window, latest)
    if (at > now) return undefined
    const outcome = random.weighted(UNANSWERED)
    time.call(
      history,
      outcome,
      at,
      latest,
      outcome === 'call_later' ? laterWindow(time, at, LONGEST_CHOSEN_DAYS) : undefined,
    )
    latest = at
  }
  return history
}

/** Somebody who asks, and asks again until an instant. */
function askedFor(time: InventedTime, [from, until]: [Date, Date], asked: number, slot?: TimeSlot): CallbackHistory {
  const receipts = Array.from({ length: asked }, () => time.between(from, until)).sort((a, b) => Number(a) - Number(b))
  const [first = from, ...others] = receipts
  const history = new CallbackHistory(time.request(first, slot), time.timeZone)
  for (const receivedAt of others) history.receive(time.request(receivedAt, slot))
  return history
}

/** For each bucket a callback that is in it at any time of the day. */
const MADE_TO_MEASURE: Readonly<
  Record<Bucket, (time: InventedTime, wanted: Wanted, midnight: Date) => CallbackHistory | undefined>
> = {
  /** A slot that ended in the last hours. */
  overdue(time, { asked }) {
    const today = localDate(time.now, time.timeZone)
    const [some, ...others] = [today, { ...today, day: today.day - 1 }]
      .flatMap((day) => SLOTS_OF_A_DAY.map((slot) => ({ slot, ...windowOnDay(day, slot, time.timeZone) })))
      .filter(({ until }) => until <= time.now && until > time.hoursAgo(12))
    if (!some) return undefined
    const { slot, from } = time.random.pick([some, ...others])
    return askedFor(time, [new Date(from.getTime() - 6 * HOUR_MS), from], asked, slot)
  },
  /** Anytime is due from its receipt on, or two hours after a call without an answer. */
  due(time, { asked, status }) {
    const [earliest, called, answered] = [time.hoursAgo(12), time.hoursAgo(4), time.hoursAgo(2)]
    const history = askedFor(time, [earliest, called], asked, ANYTIME)
    if (status === 'again') time.call(history, 'no_answer', time.between(called, answered), called)
    return history
  },
  /** Anytime, called without an answer in the last two hours: so it begins again in the next two. */
  today(time, { asked }, midnight) {
    const now = time.now.getTime()
    const most = Math.min(midnight.getTime() - now, ANYTIME_PAUSE_MS) - 1
    if (most < 1) return undefined
    const at = new Date(now - ANYTIME_PAUSE_MS + 1 + time.random.below(most))
    const latest = new Date(at.getTime() - HOUR_MS)
    const history = askedFor(time, [time.hoursAgo(12), latest], asked, ANYTIME)
    time.call(history, time.random.pick(['no_answer', 'busy']), at, latest)
    return history
  },
  /** Somebody who asked for a later day. */
  coming(time, { asked }) {
    const latest = time.hoursAgo(2)
    const history = askedFor(time, [time.hoursAgo(12), latest], asked)
    const later = laterWindow(time, time.now, LONGEST_CHOSEN_DAYS)
    time.call(history, 'call_later', time.between(latest, time.now), latest, later)
    return history
  },
}
