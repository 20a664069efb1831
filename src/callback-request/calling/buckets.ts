import { instantOf, localDate, offsetAt } from '../local-clock.ts'
import { ANYTIME, TIME_SLOTS, type TimeSlot } from '../time-slots.ts'
import type { Window } from './windows.ts'
import { EXACT_TIME_MS } from './windows.ts'

/** The parts of the worklist, in their order: what can still be kept comes first. */
export const BUCKETS = ['due', 'overdue', 'today', 'coming'] as const

export type Bucket = (typeof BUCKETS)[number]

const DAY_MS = 24 * 60 * 60_000

/** The first instant of the next day on a zone's clock. */
export function nextMidnight(now: Date, timeZone: string): Date {
  const today = localDate(now, timeZone)
  return instantOf({ ...today, hour: 24 }, timeZone)
}

/**
 * Where a callback stands in the worklist. Both ends of a bucket are exact: a window that ends now is overdue, and one
 * that begins now is due.
 *
 * @param midnight the next one in the department's zone
 */
export function bucketOf({ due_from, due_until }: Window, now: Date, midnight: Date): Bucket {
  const at = now.toISOString()
  if (due_until <= at) return 'overdue'
  if (due_from <= at) return 'due'
  return due_from < midnight.toISOString() ? 'today' : 'coming'
}

/** The slots that include the time of day of an instant: whoever is overdue in one of them may be reached now. */
export function slotsAt(now: Date, timeZone: string): TimeSlot[] {
  const [, ...slots] = TIME_SLOTS
  const slot = slots[Math.floor((timeOfDay(now, timeZone) / DAY_MS) * slots.length)]
  return [ANYTIME, ...(slot ? [slot] : [])]
}

/** Whether the half hour of an exact time includes the time of day of an instant. @param end an instant */
export function isTimeOfDayOf(end: string, now: Date, timeZone: string): boolean {
  const began = new Date(Date.parse(end) - EXACT_TIME_MS)
  const since = timeOfDay(now, timeZone) - timeOfDay(began, timeZone)
  return (since + DAY_MS) % DAY_MS < EXACT_TIME_MS
}

/** How much of the day has passed on a zone's clock, in ms. */
function timeOfDay(instant: Date, timeZone: string): number {
  return (instant.getTime() + offsetAt(instant, timeZone)) % DAY_MS
}
