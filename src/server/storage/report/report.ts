import { endOfLocalDay, localDayText, startOfLocalDay } from '../../../callback-request/local-clock.ts'
import { isSettled, type RequestStatus, SETTLED_STATUSES } from '../../../callback-request/statuses.ts'
import { TIME_SLOTS, type TimeSlot } from '../../../callback-request/time-slots.ts'
import type { Database } from '../database/open-database.ts'
import { countRequests, type LocalDays } from './count-requests.ts'
import { type Group, percentile, type Share, shareOf, withoutSmallGroups } from './figures.ts'
import { type OpenedCallback, openedCallbacks } from './opened-callbacks.ts'

const MINUTE_MS = 60_000

export interface Report {
  /** Callbacks that were settled as spam, and suspected requests without a callback. They count nowhere else. */
  spam: number
  requests_per_day: { day: string; requests: number }[]
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

/** What the callbacks opened in a range of days came to, read in small pages. @throws StoreUnavailable */
export async function reportOn(
  database: Database,
  { from, to, timeZone, now }: LocalDays & { now: Date },
): Promise<Report> {
  const start = startOfLocalDay(from, timeZone)?.toISOString() ?? ''
  const end = endOfLocalDay(to, timeZone)?.toISOString() ?? ''
  const callbacks = new CallbackFigures(timeZone, now)
  // Together, since PostgreSQL works on one while this process adds up the other.
  const [requests] = await Promise.all([
    countRequests(database, { from, to, timeZone }),
    addCallbacks(database, start, end, callbacks),
  ])
  return { ...callbacks.result(), spam: callbacks.spam + requests.suspected, requests_per_day: requests.perDay }
}

async function addCallbacks(database: Database, start: string, end: string, figures: CallbackFigures): Promise<void> {
  for await (const page of openedCallbacks(database, start, end)) for (const callback of page) figures.add(callback)
}

/** Adds callbacks up, one after the other. */
class CallbackFigures {
  spam = 0
  readonly #timeZone: string
  readonly #now: string
  readonly #within = { called: 0, of: 0 }
  readonly #bySlot = new Map<TimeSlot, { called: number; of: number }>()
  readonly #byWeekday = new Map<number, { called: number; of: number }>()
  readonly #byStatus = new Map<RequestStatus | 'open', number>()
  readonly #byService = new Map<string, Group>()
  readonly #byCampaign = new Map<string, Group>()
  /** How many callbacks were first called after so many minutes. */
  readonly #minutes = new Map<number, number>()
  #noneYet = 0
  readonly #weekdays = new Map<number, number>()

  constructor(timeZone: string, now: Date) {
    this.#timeZone = timeZone
    this.#now = now.toISOString()
  }

  add({ status, firstFrom, firstUntil, firstTriedAt, service, slot, campaign }: OpenedCallback): void {
    if (status === 'spam') {
      this.spam++
      return
    }
    const isTried = firstTriedAt !== ''
    if (isTried || firstUntil <= this.#now) {
      const isCalled = isTried && firstTriedAt >= firstFrom && firstTriedAt < firstUntil
      for (const count of [
        this.#within,
        entry(this.#bySlot, slot, newCount),
        entry(this.#byWeekday, this.#weekdayOf(firstFrom), newCount),
      ]) {
        count.of++
        if (isCalled) count.called++
      }
    }
    if (isTried) {
      const ms = Math.max(0, Date.parse(firstTriedAt) - Date.parse(firstFrom))
      add(this.#minutes, Math.floor(ms / MINUTE_MS))
    } else this.#noneYet++
    const outcome = isSettled(status) ? status : 'open'
    add(this.#byStatus, outcome)
    for (const [groups, name] of [
      [this.#byService, service || 'No service named'],
      [this.#byCampaign, campaign || 'No campaign'],
    ] as const) {
      const group = entry(groups, name, () => ({ name, callbacks: 0, booked: 0 }))
      group.callbacks++
      if (status === 'booked') group.booked++
    }
  }

  result(): Omit<Report, 'spam' | 'requests_per_day'> {
    const outcomes = [...SETTLED_STATUSES.filter((status) => status !== 'spam'), 'open' as const]
    return {
      called_within_slot: shareOf(this.#within.called, this.#within.of),
      time_to_first_call: {
        median_minutes: percentile(this.#minutes, 50),
        p90_minutes: percentile(this.#minutes, 90),
        none_yet: this.#noneYet,
      },
      outcomes: outcomes.map((outcome) => ({ outcome, callbacks: this.#byStatus.get(outcome) ?? 0 })),
      by_service: withoutSmallGroups([...this.#byService.values()]),
      by_campaign: withoutSmallGroups([...this.#byCampaign.values()]),
      called_by_slot: TIME_SLOTS.flatMap((slot) => {
        const count = this.#bySlot.get(slot)
        return count ? [{ slot, ...shareOf(count.called, count.of) }] : []
      }),
      called_by_weekday: [0, 1, 2, 3, 4, 5, 6].map((weekday) => {
        const { called, of } = this.#byWeekday.get(weekday) ?? newCount()
        return { weekday, ...shareOf(called, of) }
      }),
    }
  }

  /** Computed once for each quarter of an hour: no zone's day begins in between. */
  #weekdayOf(instant: string): number {
    const ms = Date.parse(instant)
    const quarter = Math.floor(ms / (15 * MINUTE_MS))
    return entry(this.#weekdays, quarter, () => {
      const day = localDayText(new Date(ms), this.#timeZone)
      return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
    })
  }
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const newCount = () => ({ called: 0, of: 0 })

/** The value of a key, made when there is none. */
function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
