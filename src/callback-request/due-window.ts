import { ANYTIME, splitTimeSlot, type TimeSlot } from './time-slots.ts'

/** When a request is to be called: UTC instants. `until` is null for Anytime, which is due from its receipt on. */
export interface DueWindow {
  from: Date
  until: Date | null
}

/** With less of the window remaining, a call in it cannot be promised: 15 minutes. Source: contract. */
const MINIMUM_REMAINING_MS = 15 * 60_000

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
  const { startTime, endTime } = splitTimeSlot(slot)
  if (startTime === null || slot === ANYTIME) return { from: receivedAt, until: null }

  const today = localDate(receivedAt, timeZone)
  const start = hourOf(startTime)
  const end = hourOf(endTime) || 24
  for (let day = 0; day <= DAYS_AHEAD; day++) {
    const from = instantOf({ ...today, day: today.day + day, hour: start }, timeZone)
    const until = instantOf({ ...today, day: today.day + day, hour: end }, timeZone)
    const isLongEnough = until.getTime() - from.getTime() >= MINIMUM_REMAINING_MS
    if (isLongEnough && until.getTime() - receivedAt.getTime() >= MINIMUM_REMAINING_MS) return { from, until }
  }
  throw new Error(`${slot} does not occur in ${timeZone}`)
}

/** Whether a window is over. Anytime never is. */
export function hasEnded({ until }: DueWindow, now: Date): boolean {
  return until !== null && now > until
}

/** The hour of a clock time such as `02:00pm`, from 0 to 23. */
function hourOf(clockTime: string): number {
  const hour = Number(clockTime.slice(0, 2)) % 12
  return clockTime.endsWith('pm') ? hour + 12 : hour
}

interface LocalHour {
  year: number
  month: number
  /** May run past the month's end. */
  day: number
  /** 0 to 24. */
  hour: number
}

function localDate(instant: Date, timeZone: string): Omit<LocalHour, 'hour'> {
  const [year = 0, month = 0, day = 0] = localParts(instant, timeZone)
  return { year, month, day }
}

/**
 * The instant of a full hour on a zone's clock. An hour that occurs twice means the first; one that a clock change skips
 * means the instant when the clock is put forward.
 */
function instantOf({ year, month, day, hour }: LocalHour, timeZone: string): Date {
  const asIfUtc = Date.UTC(year, month - 1, day, hour)
  // The zone's offsets before and after any clock change that day. The first one that gives the wanted hour counts.
  const offsets = [asIfUtc - DAY_MS, asIfUtc + DAY_MS].map((near) => offsetAt(new Date(near), timeZone))
  const candidates = offsets.map((offset) => asIfUtc - offset).sort((a, b) => a - b)
  const exact = candidates.find((instant) => instant + offsetAt(new Date(instant), timeZone) === asIfUtc)
  return new Date(exact ?? asIfUtc - Math.min(...offsets))
}

const DAY_MS = 24 * 60 * 60_000

/** How far a zone's clock is ahead of UTC at an instant, in ms. */
function offsetAt(instant: Date, timeZone: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = localParts(instant, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant.getTime() / 1000) * 1000
}

/** Year, month, day, hour, minute and second on a zone's clock. */
function localParts(instant: Date, timeZone: string): number[] {
  return clockOf(timeZone)
    .formatToParts(instant)
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => Number(value))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** A formatter is slow to create and fast to use, so there is one for each zone. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('ja-JP', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(timeZone, clock)
  return clock
}
