import { instantOf, localDate } from '../local-clock.ts'
import type { Window } from './windows.ts'

/** The parts of the worklist, in their order. */
export const BUCKETS = ['overdue', 'due', 'today', 'coming'] as const

export type Bucket = (typeof BUCKETS)[number]

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
