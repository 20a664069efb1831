import { localDaysBetween } from '../local-clock.ts'
import type { TimeSlot } from '../time-slots.ts'
import { bucketOf, nextMidnight } from './buckets.ts'
import { counted } from './counted.ts'
import type { Window } from './windows.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Up to here a time is given in minutes. Source: desk, section 10. */
const MINUTES_UNTIL_MS = 90 * MINUTE_MS

/** From here a window is a whole day, also where clocks change. */
const WHOLE_DAY_MS = 23 * HOUR_MS

/** Up to here a date needs no year. */
const DAYS_WITHOUT_YEAR = 180

const DAY = { day: 'numeric', month: 'short' } as const
const CLOCK = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const

/** When a callback is due: as a slot, or as the exact time that was chosen instead. */
export function slotInWords(
  { time_slot, due_from }: Window & { time_slot: TimeSlot | null },
  timeZone: string,
): string {
  return time_slot ?? `at ${clockTime(due_from, timeZone)}`
}

/**
 * A window, such as "25 Nov, 10:00 am to 12:00 pm".
 *
 * @param now leaves out the date of today, and says "any time" of a whole day. A paper has both, because nothing moves on
 *   there
 */
export function windowInWords({ due_from, due_until }: Window, timeZone: string, now?: Date): string {
  const [from, until] = [new Date(due_from), new Date(due_until)]
  if (now && until.getTime() - from.getTime() >= WHOLE_DAY_MS) return 'any time'
  const isToday = now && [from, until].every((at) => localDaysBetween(now, at, timeZone) === 0)
  const format = new Intl.DateTimeFormat('en-GB', { ...(!isToday && DAY), ...CLOCK, timeZone })
  return format.formatRange(from, until)
}

/**
 * How long somebody can still be called in time, is overdue, or must be waited for: in words, rounded down. From the day
 * after tomorrow on with the date.
 */
export function timeInWords(window: Window, now: Date, timeZone: string): string {
  const { due_from, due_until } = window
  const bucket = bucketOf(window, now, nextMidnight(now, timeZone))
  const passed = (since: string) => now.getTime() - Date.parse(since)
  if (bucket === 'overdue') return `${roundedDown(passed(due_until))} overdue`
  if (bucket === 'due') return `${roundedDown(-passed(due_until))} left`
  const days = localDaysBetween(now, new Date(due_from), timeZone)
  if (days === 0) return `in ${roundedDown(-passed(due_from))}`
  const day = dayInWords(due_from, now, timeZone)
  return days === 1 ? day : `${day}, in ${days} days`
}

/** Minutes below 90, then hours, then days; rounded down. */
function roundedDown(ms: number): string {
  if (ms < MINUTE_MS) return 'under a minute'
  if (ms < MINUTES_UNTIL_MS) return counted(Math.floor(ms / MINUTE_MS), 'minute')
  return ms < DAY_MS ? counted(Math.floor(ms / HOUR_MS), 'hour') : counted(Math.floor(ms / DAY_MS), 'day')
}

/** How often somebody was called, or asked for a call. */
export function timesInWords(verb: 'tried' | 'asked', times: number): string {
  if (times === 1) return `${verb} once`
  return times === 2 ? `${verb} twice` : `${verb} ${times} times`
}

/** The number of those who should be called at once: the server stops counting at 1,000. */
export function countInWords(waiting: number): string {
  return `(${waiting > 999 ? '999+' : waiting})`
}

/** A clock time such as "3:40 pm". */
export function clockTime(at: string, timeZone: string): string {
  return format(at, { ...CLOCK, timeZone })
}

/** An instant such as "tomorrow, 10:00 am", "25 Nov, 10:00 am", or far from now "25 Nov 2025, 10:00 am". */
export function dayAndTime(at: string, now: Date, timeZone: string): string {
  return `${dayInWords(at, now, timeZone)}, ${clockTime(at, timeZone)}`
}

/** When a window begins, such as "tomorrow, 10:00 am", or "tomorrow, any time" where it is that day. */
export function beginningInWords({ due_from: from, due_until }: Window, now: Date, timeZone: string): string {
  const isMidnight = nextMidnight(new Date(Date.parse(from) - 1), timeZone).getTime() === Date.parse(from)
  if (isMidnight && Date.parse(due_until) - Date.parse(from) >= WHOLE_DAY_MS)
    return `${dayInWords(from, now, timeZone)}, any time`
  return dayAndTime(from, now, timeZone)
}

/** A day such as "tomorrow", "25 Nov", or far from now "25 Nov 2025". */
export function dayInWords(at: string, now: Date, timeZone: string): string {
  const days = localDaysBetween(now, new Date(at), timeZone)
  const near: Record<number, string> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }
  const year = Math.abs(days) > DAYS_WITHOUT_YEAR ? 'numeric' : undefined
  return near[days] ?? format(at, { ...DAY, timeZone, year })
}

function format(at: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', options).format(new Date(at))
}
