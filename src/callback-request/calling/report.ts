import { localDayText } from '../local-clock.ts'
import { isSettled, type RequestStatus, SETTLED_STATUSES, STATUS_NAMES } from '../statuses.ts'
import { TIME_SLOTS, type TimeSlot } from '../time-slots.ts'
import type { Outcome } from './outcomes.ts'

/** Figures of the callbacks that were opened in a range of local days. Source: desk, section 8. */
export interface ReportFigures {
  /** Callbacks that were settled as spam, and suspected requests without a callback. They count nowhere else. */
  spam: number
  requests_per_day: { day: string; requests: number }[]
  called_within_slot: Share
  time_to_first_call: { median_minutes: number | null; p90_minutes: number | null; none_yet: number }
  /** By the name of what settled them, then all that are open. */
  outcomes: { outcome: string; callbacks: number }[]
  /** These three in the order of size, the joined small groups last. */
  by_service: { service: string; callbacks: number }[]
  by_campaign: { campaign: string; callbacks: number }[]
  booked_by_campaign: { campaign: string; booked: number; of: number }[]
  /** By the slot of the first request, in the order of the day, without the slots that nobody chose. */
  called_by_slot: (Share & { slot: TimeSlot })[]
  /** By the local day on which the first request's window began: 0 is Monday. All seven. */
  called_by_weekday: (Share & { weekday: number })[]
}

/** How many of how many were called within the chosen slot. The share, 0 to 1, is null under five: too few to say. */
export interface Share {
  called: number
  of: number
  share: number | null
}

/** Somebody who was not called in the window with which the callback opened. */
export interface Missed {
  reference: string
  name: string
  slot: TimeSlot
  due_from: string
  due_until: string
  /** The first outgoing call; null as long as there is none. */
  first_call: { began_at: string; by: string; outcome: Outcome } | null
}

/**
 * A group of a figure: its name, the callbacks' status where that matters, and how many callbacks it has; of `received`,
 * `suspected` and `spam` (suspected, without a callback), how many requests.
 */
export interface CountedGroup {
  figure:
    | ('outcome' | 'service' | 'campaign' | 'slot' | 'began' | 'minutes' | 'untried')
    | ('received' | 'suspected' | 'spam')
  name: string
  status: RequestStatus
  callbacks: number
  /** How many of them were first called within their first window. */
  called: number
}

/** How many callbacks a group has, and how many of them were booked. */
export interface Group {
  name: string
  callbacks: number
  booked: number
}

/** Smaller groups could tell something about one person. Source: desk, section 8. */
const SMALLEST_GROUP = 5

/** Whatever settles a callback for its caller. */
const REPORTED = SETTLED_STATUSES.filter((status) => !['spam', 'withdrawn', 'before_desk'].includes(status))

/** Adds the groups of a day to those of the days before it. Of `began`, the name becomes the weekday: 0 is Monday. */
export function addGroups(sums: Map<string, CountedGroup>, groups: readonly CountedGroup[], timeZone: string): void {
  for (const group of groups) {
    const name = group.figure === 'began' ? String(weekdayOf(group.name, timeZone)) : group.name
    const key = JSON.stringify([group.figure, name, group.status])
    const { callbacks = 0, called = 0 } = sums.get(key) ?? {}
    sums.set(key, { ...group, name, callbacks: callbacks + group.callbacks, called: called + group.called })
  }
}

/** The figures that follow from the groups of all days. */
export function figuresOf(sums: ReadonlyMap<string, CountedGroup>): Omit<ReportFigures, 'requests_per_day'> {
  const of = (figure: CountedGroup['figure']) => [...sums.values()].filter((group) => group.figure === figure)
  const outcomes = of('outcome')
  const slots = of('slot')
  const minutes = new Map(of('minutes').map(({ name, callbacks }) => [Number(name), callbacks]))
  const began = of('began')
  const campaigns = groupsOf(of('campaign'), 'No campaign')
  return {
    spam: total(outcomes.filter(({ status }) => status === 'spam')) + total(of('spam')),
    called_within_slot: shareOfAll(slots),
    time_to_first_call: {
      median_minutes: percentile(minutes, 50),
      p90_minutes: percentile(minutes, 90),
      none_yet: total(of('untried')),
    },
    outcomes: [
      ...REPORTED.map((reported) => ({
        outcome: STATUS_NAMES[reported],
        callbacks: total(outcomes.filter(({ status }) => status === reported)),
      })),
      { outcome: 'Still open', callbacks: total(outcomes.filter(({ status }) => !isSettled(status))) },
    ],
    by_service: groupsOf(of('service'), 'No service named').map(({ name, callbacks }) => ({
      service: name,
      callbacks,
    })),
    by_campaign: campaigns.map(({ name, callbacks }) => ({ campaign: name, callbacks })),
    booked_by_campaign: campaigns.map(({ name, callbacks, booked }) => ({ campaign: name, booked, of: callbacks })),
    called_by_slot: TIME_SLOTS.flatMap((slot) => {
      const own = slots.filter(({ name }) => name === slot)
      return own.length > 0 ? [{ slot, ...shareOfAll(own) }] : []
    }),
    called_by_weekday: Array.from({ length: 7 }, (_, day) => ({
      weekday: day,
      ...shareOfAll(began.filter(({ name }) => name === String(day))),
    })),
  }
}

function total(groups: readonly CountedGroup[]): number {
  return groups.reduce((sum, { callbacks }) => sum + callbacks, 0)
}

function shareOfAll(groups: readonly CountedGroup[]): Share {
  const called = groups.reduce((sum, group) => sum + group.called, 0)
  return shareOf(called, total(groups))
}

export function shareOf(called: number, of: number): Share {
  return { called, of, share: of < SMALLEST_GROUP ? null : called / of }
}

/** A percentile by nearest rank. Null without values. @param counts how often there is each value */
export function percentile(counts: ReadonlyMap<number, number>, percent: number): number | null {
  const sorted = [...counts].sort(([a], [b]) => a - b)
  const all = sorted.reduce((sum, [, count]) => sum + count, 0)
  const rank = Math.ceil((percent / 100) * all)
  let upTo = 0
  for (const [value, count] of sorted) {
    upTo += count
    if (upTo >= rank) return value
  }
  return null
}

function groupsOf(counted: readonly CountedGroup[], unnamed: string): Group[] {
  const groups = new Map<string, Group>()
  for (const { name, status, callbacks } of counted) {
    const group = groups.get(name) ?? { name: name || unnamed, callbacks: 0, booked: 0 }
    group.callbacks += callbacks
    if (status === 'booked') group.booked += callbacks
    groups.set(name, group)
  }
  return withoutSmallGroups([...groups.values()])
}

/**
 * Joins the groups under five into one, which comes last. If that one is itself under five, the next smallest joins it.
 * The others are in the order of their size, then their name.
 */
export function withoutSmallGroups(groups: readonly Group[]): Group[] {
  const kept = groups.filter(({ callbacks }) => callbacks > 0).sort(byBiggest)
  let others: Group | undefined
  for (let smallest = kept.pop(); smallest; smallest = kept.pop()) {
    const areTooFew = others !== undefined && others.callbacks < SMALLEST_GROUP
    if (smallest.callbacks >= SMALLEST_GROUP && !areTooFew) {
      kept.push(smallest)
      break
    }
    const { callbacks = 0, booked = 0 } = others ?? {}
    const name = `Others (fewer than ${SMALLEST_GROUP} each)`
    others = { name, callbacks: callbacks + smallest.callbacks, booked: booked + smallest.booked }
  }
  return others ? [...kept, others] : kept
}

function byBiggest(a: Group, b: Group): number {
  return b.callbacks - a.callbacks || (a.name < b.name ? -1 : 1)
}

/** @param minute such as `2026-11-20T09:30`, in UTC. @returns 0 for a Monday in the zone */
function weekdayOf(minute: string, timeZone: string): number {
  const day = localDayText(new Date(`${minute}Z`), timeZone)
  return (new Date(day).getUTCDay() + 6) % 7
}
