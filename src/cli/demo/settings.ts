import type { Calendar } from '../../callback-request/calling-days.ts'
import { localDayText } from '../../callback-request/local-clock.ts'

export interface DemoSettings {
  /** At least `FEWEST_REQUESTS`, at most `MOST_REQUESTS`. */
  requests: number
  /** How far the history goes back. */
  days: number
  /** The same seed makes the same data. */
  seed: number
  now: Date
  timeZone: string
  noticeVersion: string
}

/** As many as the open callbacks, one for each way in which a callback ends, the suspected ones, and who withdraws. */
export const FEWEST_REQUESTS = 75

/** As many as there are telephone numbers. */
export const MOST_REQUESTS = 100_000

/** The department did not call so many days before now. */
const CLOSED_DAYS_AGO = 3

/** When the department calls: at any hour, so that somebody is in each part of the worklist, but not on one of the days. */
export function calendarOf({ now, timeZone }: DemoSettings): Calendar {
  return { timeZone, closedDays: [localDayText(now, timeZone, -CLOSED_DAYS_AGO)] }
}
