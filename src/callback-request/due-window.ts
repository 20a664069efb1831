import { instantOf, type LocalDay, localDate } from './local-clock.ts'
import { ANYTIME, splitTimeSlot, type TimeSlot } from './time-slots.ts'

/** When a request is to be called: UTC instants. `until` is null for Anytime, which is due from its receipt on. */
export interface DueWindow {
  from: Date
  until: Date | null
}

/** With less of the window remaining, a call in it cannot be promised: 15 minutes. Source: contract. */
export const MINIMUM_REMAINING_MS = 15 * 60_000

/** How many days ahead the window is searched: today, tomorrow, and one more for a day without it. */
const DAYS_AHEAD = 3

/**
 * The next occurrence of a slot at or after receipt, in a time zone: the current window while at least 15 minutes of it
 * remain, else the next one. `10:00pm-12:00am` ends at the next midnight. Where a clock change skips a window's start,
 * the window starts after the change. A clock change can make a window shorter or longer than two hours.
 *
 * @param timeZone IANA name of the department's zone
 */
export function dueWindow(slot: TimeSlot, receivedAt: Date, timeZone: string): DueWindow {
  if (slot === ANYTIME) return { from: receivedAt, until: null }

  const today = localDate(receivedAt, timeZone)
  for (let day = 0; day <= DAYS_AHEAD; day++) {
    const { from, until } = windowOnDay({ ...today, day: today.day + day }, slot, timeZone)
    const isLongEnough = until.getTime() - from.getTime() >= MINIMUM_REMAINING_MS
    if (isLongEnough && until.getTime() - receivedAt.getTime() >= MINIMUM_REMAINING_MS) return { from, until }
  }
  throw new Error(`${slot} does not occur in ${timeZone}`)
}

/** The window of a slot on one local day; for Anytime the whole day. `10:00pm-12:00am` ends at the next midnight. */
export function windowOnDay(day: LocalDay, slot: TimeSlot, timeZone: string): { from: Date; until: Date } {
  const { startTime, endTime } = splitTimeSlot(slot)
  const start = startTime === null ? 0 : hourOf(startTime)
  const end = endTime === null ? 24 : hourOf(endTime) || 24
  return { from: instantOf({ ...day, hour: start }, timeZone), until: instantOf({ ...day, hour: end }, timeZone) }
}

/** Whether a window is over. Anytime never is. */
export function hasEnded({ until }: DueWindow, now: Date): boolean {
  return until !== null && now > until
}

/** The hour of a clock time such as `02:00pm`, from 0 to 23. */
export function hourOf(clockTime: string): number {
  const hour = Number(clockTime.slice(0, 2)) % 12
  return clockTime.endsWith('pm') ? hour + 12 : hour
}
