import { localDate } from '../../../callback-request/local-clock.ts'
import { isSettled, type RequestStatus, SETTLED_STATUSES } from '../../../callback-request/statuses.ts'
import { TIME_SLOTS, type TimeSlot } from '../../../callback-request/time-slots.ts'
import { type Group, percentile, type Share, shareOf, withoutSmallGroups } from './figures.ts'
import { campaignOf, type OpenedCallback, requestOf } from './opened-callbacks.ts'

const MINUTE_MS = 60_000

/** The figures of the report that follow from callbacks. */
export interface FiguresOfCallbacks {
  /** Callbacks that were settled as spam. They count nowhere else. */
  spam: number
  called_within_slot: Share
  time_to_first_call: { median_minutes: number | null; p90_minutes: number | null; none_yet: number }
  outcomes: { outcome: RequestStatus | 'open'; callbacks: number }[]
  by_service: Group[]
  by_campaign: Group[]
  /** By the slot of the first request, in the order of the day. */
  called_by_slot: (Share & { slot: TimeSlot })[]
  /** By the local day on which the first request's window began: 0 is Monday. */
  called_by_weekday: (Share & { weekday: number })[]
}

/** Adds callbacks up, one after the other: of a million, each costs as little as possible. */
export class CallbackFigures {
  readonly #timeZone: string
  readonly #now: string
  /** By status, slot and service. */
  readonly #requests = new Map<string, RequestCount>()
  /** How many have this status and campaign. */
  readonly #campaigns = new Map<string, { callbacks: number }>()
  readonly #byWeekday = Array.from({ length: 7 }, newCount)
  readonly #weekdays = new Map<number, number>()
  /** How many were first called after so many minutes. */
  readonly #minutes = new Map<number, number>()

  constructor(timeZone: string, now: Date) {
    this.#timeZone = timeZone
    this.#now = now.toISOString()
  }

  add({ firstFrom, firstUntil, firstTriedAt, request, campaign }: OpenedCallback): void {
    const count = this.#requestCount(request)
    count.callbacks++
    if (count.isSpam) return
    entry(this.#campaigns, campaign, () => ({ callbacks: 0 })).callbacks++

    const from = Date.parse(firstFrom)
    const isTried = firstTriedAt !== ''
    if (isTried) {
      const minutes = Math.floor(Math.max(0, Date.parse(firstTriedAt) - from) / MINUTE_MS)
      this.#minutes.set(minutes, (this.#minutes.get(minutes) ?? 0) + 1)
    } else {
      count.untried++
      if (firstUntil > this.#now) return
    }
    const weekday = this.#byWeekday[this.#weekdayOf(from)] as Count
    weekday.of++
    count.of++
    if (isTried && firstTriedAt >= firstFrom && firstTriedAt < firstUntil) {
      weekday.called++
      count.called++
    }
  }

  result(): FiguresOfCallbacks {
    const all = newCount()
    const bySlot = new Map<TimeSlot, Count>()
    const byOutcome = new Map<RequestStatus | 'open', number>()
    const byService = new Map<string, Group>()
    let [spam, untried] = [0, 0]
    for (const [text, count] of this.#requests) {
      const { status, slot, service } = requestOf(text)
      if (count.isSpam) {
        spam += count.callbacks
        continue
      }
      untried += count.untried
      for (const sum of [all, entry(bySlot, slot, newCount)]) {
        sum.called += count.called
        sum.of += count.of
      }
      const outcome = isSettled(status) ? status : 'open'
      byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + count.callbacks)
      addToGroup(byService, service || 'No service named', status, count.callbacks)
    }
    const byCampaign = new Map<string, Group>()
    for (const [text, { callbacks }] of this.#campaigns) {
      const { status, campaign } = campaignOf(text)
      addToGroup(byCampaign, campaign || 'No campaign', status, callbacks)
    }
    const outcomes = [...SETTLED_STATUSES.filter((status) => status !== 'spam'), 'open' as const]
    return {
      spam,
      called_within_slot: shareOf(all.called, all.of),
      time_to_first_call: {
        median_minutes: percentile(this.#minutes, 50),
        p90_minutes: percentile(this.#minutes, 90),
        none_yet: untried,
      },
      outcomes: outcomes.map((outcome) => ({ outcome, callbacks: byOutcome.get(outcome) ?? 0 })),
      by_service: withoutSmallGroups([...byService.values()]),
      by_campaign: withoutSmallGroups([...byCampaign.values()]),
      called_by_slot: TIME_SLOTS.flatMap((slot) => {
        const { called, of } = bySlot.get(slot) ?? newCount()
        return of > 0 ? [{ slot, ...shareOf(called, of) }] : []
      }),
      called_by_weekday: this.#byWeekday.map(({ called, of }, weekday) => ({ weekday, ...shareOf(called, of) })),
    }
  }

  #requestCount(text: string): RequestCount {
    return entry(this.#requests, text, () => ({
      ...newCount(),
      callbacks: 0,
      untried: 0,
      isSpam: requestOf(text).status === 'spam',
    }))
  }

  /** 0 is Monday. Computed once for each quarter of an hour: no zone's day begins in between. */
  #weekdayOf(ms: number): number {
    return entry(this.#weekdays, Math.floor(ms / (15 * MINUTE_MS)), () => {
      const { year, month, day } = localDate(new Date(ms), this.#timeZone)
      return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
    })
  }
}

/** How many of so many due or called ones were called within their window. */
interface Count {
  called: number
  of: number
}

interface RequestCount extends Count {
  callbacks: number
  untried: number
  isSpam: boolean
}

const newCount = (): Count => ({ called: 0, of: 0 })

function addToGroup(groups: Map<string, Group>, name: string, status: RequestStatus, callbacks: number): void {
  const group = entry(groups, name, () => ({ name, callbacks: 0, booked: 0 }))
  group.callbacks += callbacks
  if (status === 'booked') group.booked += callbacks
}

/** The value of a key, made when there is none. */
function entry<Key extends string | number, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(typeof key === 'string' ? (ownCopy(key) as Key) : key, made)
  return made
}

/** V8 keeps a part of a text as a reference to the whole, which would keep the whole page in memory. */
function ownCopy(text: string): string {
  return Buffer.from(text).toString()
}
