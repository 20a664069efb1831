import { type Calendar, calendarsInOrder, callableMs, callingTimes, type Span } from './calling-days.ts'
import { instantOf, type LocalDay, localDate } from './local-clock.ts'
import { ANYTIME, splitTimeSlot, type TimeSlot } from './time-slots.ts'

/** With less of the window remaining, a call in it cannot be promised: 15 minutes. Source: contract. */
export const MINIMUM_REMAINING_MS = 15 * 60_000

/** Anytime means within a day, so that it has an order and can be overdue. Source: desk, section 3. */
export const ANYTIME_MS = 24 * 60 * 60_000

/** How many days after receipt a day with calls is looked for. Source: desk, section 3. */
const DAYS_AHEAD = 60

/**
 * When a request is to be called: its slot's next window at or after receipt of which at least 15 minutes lie within the
 * hours of a day with calls, and are still to come. `10:00pm-12:00am` ends at the next midnight. Where a clock change
 * skips a window's start, the window starts after the change. A clock change can make a window shorter or longer than two
 * hours. Anytime is from receipt, or from the next opening if nobody calls then, for 24 hours; days without calls are
 * skipped. Where no day fits, the hours are ignored, and the days only where that does not help.
 */
export function dueWindow(slot: TimeSlot, receivedAt: Date, calendar: Calendar): Span {
  const window = slot === ANYTIME ? anyTime : windowOf
  for (const rules of calendarsInOrder(calendar)) {
    for (const day of daysFrom(receivedAt, rules)) {
      const found = window(day, slot, receivedAt, rules)
      if (found) return found
    }
  }
  throw new Error(`${slot} does not occur in ${calendar.timeZone}`)
}

type Finder = (day: LocalDay, slot: TimeSlot, receivedAt: Date, calendar: Calendar) => Span | undefined

const windowOf: Finder = (day, slot, receivedAt, calendar) => {
  const { from, until } = windowOnDay(day, slot, calendar.timeZone)
  const remaining = { from: new Date(Math.max(Number(receivedAt), Number(from))), until }
  return callableMs(remaining, calendar) < MINIMUM_REMAINING_MS ? undefined : { from, until }
}

const anyTime: Finder = (day, _, receivedAt, calendar) => {
  const next = callingTimes(day, calendar).find(({ until }) => until > receivedAt)
  if (!next) return undefined
  const from = new Date(Math.max(Number(next.from), Number(receivedAt)))
  let left = ANYTIME_MS
  let begin = from
  for (const other of daysFrom(from, calendar)) {
    if (callingTimes(other, calendar).length === 0) continue
    const { from: midnight, until: end } = windowOnDay(other, ANYTIME, calendar.timeZone)
    if (midnight > from) begin = midnight
    const most = Number(end) - Number(begin)
    if (left <= most) return { from, until: new Date(Number(begin) + left) }
    left -= most
  }
  return { from, until: new Date(Number(from) + ANYTIME_MS) }
}

/** The local day of an instant, and the days after it. */
function* daysFrom(instant: Date, { timeZone }: Calendar): Generator<LocalDay> {
  const first = localDate(instant, timeZone)
  for (let later = 0; later <= DAYS_AHEAD; later++) yield { ...first, day: first.day + later }
}

/** The window of a slot on one local day; for Anytime the whole day. `10:00pm-12:00am` ends at the next midnight. */
export function windowOnDay(day: LocalDay, slot: TimeSlot, timeZone: string): Span {
  const { startTime, endTime } = splitTimeSlot(slot)
  const start = startTime === null ? 0 : hourOf(startTime)
  const end = endTime === null ? 24 : hourOf(endTime) || 24
  return { from: instantOf({ ...day, hour: start }, timeZone), until: instantOf({ ...day, hour: end }, timeZone) }
}

/** The hour of a clock time such as `02:00pm`, from 0 to 23. */
export function hourOf(clockTime: string): number {
  const hour = Number(clockTime.slice(0, 2)) % 12
  return clockTime.endsWith('pm') ? hour + 12 : hour
}
