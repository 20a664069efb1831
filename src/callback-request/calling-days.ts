import { instantOf, type LocalDay, localDate } from './local-clock.ts'

/** The days of a week, as `content/department.json` names them. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export type Weekday = (typeof WEEKDAYS)[number]

/** Days of the week with the same hours, on the department's clock of 24 hours: such as `09:00` to `17:30`, or to `24:00`. */
export interface CallingHours {
  days: readonly Weekday[]
  from: string
  until: string
}

/** When a department calls. */
export interface Calendar {
  /** IANA name of the zone of its clock. */
  timeZone: string
  /** At every hour of every day without it. */
  callingHours?: CallingHours | readonly CallingHours[] | undefined
  /** The local days on which nobody calls, such as `2026-12-25`. */
  closedDays?: readonly string[] | undefined
}

/** From one UTC instant until another. */
export interface Span {
  from: Date
  until: Date
}

/** From the beginning of a day to its end. */
export const WHOLE_DAY = { from: '00:00', until: '24:00' }

const ALWAYS: CallingHours = { days: WEEKDAYS, ...WHOLE_DAY }

/** When a department calls on a local day, in the order of time; empty on a day without calls. */
export function callingTimes({ year, month, day }: LocalDay, calendar: Calendar): Span[] {
  const { timeZone, callingHours = ALWAYS, closedDays = [] } = calendar
  const date = new Date(Date.UTC(year, month - 1, day))
  if (closedDays.includes(date.toISOString().slice(0, 10))) return []
  const weekday = WEEKDAYS[(date.getUTCDay() + 6) % 7]
  const at = (time: string) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    return instantOf({ year, month, day, hour, minute }, timeZone)
  }
  return [callingHours]
    .flat()
    .filter(({ days }) => days.some((one) => one === weekday))
    .map(({ from, until }) => ({ from: at(from), until: at(until) }))
    .filter(({ from, until }) => from < until) // a change of the clocks may skip them
    .sort((a, b) => a.from.getTime() - b.from.getTime())
}

/** How much of a span lies within the hours of days with calls, in ms. Hours that overlap count once. */
export function callableMs({ from, until }: Span, calendar: Calendar): number {
  const first = localDate(from, calendar.timeZone)
  let counted = Number(from)
  let sum = 0
  for (let later = 0; counted < Number(until); later++) {
    const day = { ...first, day: first.day + later }
    for (const time of callingTimes(day, calendar)) {
      const end = Math.min(Number(time.until), Number(until))
      sum += Math.max(0, end - Math.max(counted, Number(time.from)))
      counted = Math.max(counted, end)
    }
    counted = Math.max(counted, Number(instantOf({ ...day, hour: 24 }, calendar.timeZone)))
  }
  return sum
}

/**
 * A calendar, and those that count where it has no day for a call: with its days but without its hours, and without both.
 * Source: desk, section 3.
 */
export function calendarsInOrder({ timeZone, callingHours = ALWAYS, closedDays }: Calendar): Calendar[] {
  const atEveryHour = [callingHours].flat().map(({ days }) => ({ days, ...WHOLE_DAY }))
  return [{ timeZone, callingHours, closedDays }, { timeZone, callingHours: atEveryHour, closedDays }, { timeZone }]
}
