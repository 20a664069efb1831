/** A day on a zone's clock. */
export interface LocalDay {
  year: number
  month: number
  /** May run past the month's end. */
  day: number
}

/** The day on a zone's clock at an instant. */
export function localDate(instant: Date, timeZone: string): LocalDay {
  const [year = 0, month = 0, day = 0] = localParts(instant, timeZone)
  return { year, month, day }
}

/**
 * The instant of a time on a zone's clock. A time that occurs twice means the first. An hour that a clock change skips
 * means the instant when the clock is put forward, and its minutes are counted from there.
 *
 * @param hour 0 to 24
 */
export function instantOf(
  { year, month, day, hour, minute = 0 }: LocalDay & { hour: number; minute?: number },
  timeZone: string,
): Date {
  const asIfUtc = Date.UTC(year, month - 1, day, hour, minute)
  // The zone's offsets before and after any clock change that day. The first one that gives the wanted hour counts.
  const offsets = [asIfUtc - DAY_MS, asIfUtc + DAY_MS].map((near) => offsetAt(new Date(near), timeZone))
  const candidates = offsets.map((offset) => asIfUtc - offset).sort((a, b) => a - b)
  const exact = candidates.find((instant) => instant + offsetAt(new Date(instant), timeZone) === asIfUtc)
  return new Date(exact ?? asIfUtc - Math.min(...offsets))
}

const DAY_MS = 24 * 60 * 60_000

/** How far a zone's clock is ahead of UTC at an instant, in ms. */
export function offsetAt(instant: Date, timeZone: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = localParts(instant, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant.getTime() / 1000) * 1000
}

let zoneOfDate: string | undefined

/**
 * Says in which zone the local methods of `Date` count, if that is known. The clock of this zone is then read from them:
 * the first use of `Intl.DateTimeFormat` takes 8 MB of memory. Source of the figure: decision 45.
 */
export function setZoneOfDate(timeZone: string | undefined): void {
  zoneOfDate = timeZone
}

/** Year, month, day, hour, minute and second on a zone's clock. */
function localParts(instant: Date, timeZone: string): number[] {
  if (timeZone === zoneOfDate) {
    const day = [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()]
    return [...day, instant.getHours(), instant.getMinutes(), instant.getSeconds()]
  }
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

/** The day on a zone's clock at an instant, or so many days later, such as `2026-11-22`. */
export function localDayText(instant: Date, timeZone: string, daysLater = 0): string {
  const { year, month, day } = localDate(instant, timeZone)
  return new Date(Date.UTC(year, month - 1, day + daysLater)).toISOString().slice(0, 10)
}

/** Day and time on a zone's clock at an instant, such as `2026-11-22 18:05`. */
export function localTimeText(instant: Date, timeZone: string): string {
  const local = new Date(instant.getTime() + offsetAt(instant, timeZone))
  return local.toISOString().slice(0, 16).replace('T', ' ')
}

/** How many days on a zone's clock the second instant is after the first. */
export function localDaysBetween(from: Date, until: Date, timeZone: string): number {
  const [first, second] = [from, until].map((instant) => Date.parse(localDayText(instant, timeZone)))
  return (Number(second) - Number(first)) / DAY_MS
}

/** The first instant of a local day such as `2026-11-22`. Undefined when there is no such day. */
export function startOfLocalDay(text: string, timeZone: string): Date | undefined {
  const day = localDayOf(text)
  return day && instantOf({ ...day, hour: 0 }, timeZone)
}

/** The first instant after a local day. Undefined when there is no such day. */
export function endOfLocalDay(text: string, timeZone: string): Date | undefined {
  const day = localDayOf(text)
  return day && instantOf({ ...day, hour: 24 }, timeZone)
}

/** No other day is accepted: whatever counts days or waits for one has an end. Source: desk, section 8. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2200]

/** The day of a text such as `2026-11-22`. Undefined when there is no such day, before 1900, and after 2200. */
export function localDayOf(text: string): LocalDay | undefined {
  const [year = 0, month = 0, day = 0] = /^\d{4}-\d{2}-\d{2}$/.test(text) ? text.split('-').map(Number) : []
  const date = new Date(Date.UTC(year, month - 1, day))
  if (year < FIRST_YEAR || year > LAST_YEAR) return undefined
  return text === date.toISOString().slice(0, 10) ? { year, month, day } : undefined
}
