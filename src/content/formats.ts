import { type CallingHours, WEEKDAYS, type Weekday } from '../callback-request/calling-days.ts'
import { hourOf } from '../callback-request/due-window.ts'
import { ANYTIME, splitTimeSlot, type TimeSlot } from '../callback-request/time-slots.ts'
import { fill, say } from './fill.ts'
import type { DepartmentDetails, LanguageTexts } from './schema.ts'

/** The name of a time zone that is right all year, such as "India Standard Time" or "Central European Time". */
export function zoneName(timeZone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' })
  // A zone's name belongs to an age: in 1970, clocks in Kyiv showed Moscow's time.
  return format.formatToParts(Date.now()).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** When coordinators call: one sentence for each group of days, which names all hours of these days. */
export function callingHoursText(hours: DepartmentDetails['callingHours'], texts: LanguageTexts): string {
  const byDays = new Map<string, CallingHours[]>()
  for (const group of [hours].flat()) {
    const days = group.days.toSorted().join()
    byDays.set(days, [...(byDays.get(days) ?? []), group])
  }
  return [...byDays.values()].map((groups) => sentenceOf(groups, texts)).join(' ')
}

/** Further hours follow the first ones: "from 8:00 am to 12:00 pm and 2:00 pm–5:00 pm". */
function sentenceOf([first, ...further]: CallingHours[], texts: LanguageTexts): string {
  if (!first) return ''
  const { language, callingHours } = texts
  const clock = (time: string) => clockTime(time, language.locale)
  if (isAlways(first)) return callingHours.always
  const others = further.map(({ from, until }) => `${clock(from)}–${clock(until)}`)
  const until = new Intl.ListFormat(language.locale).format([clock(first.until), ...others])
  const said = { from: clock(first.from), until }
  if (isEveryDay(first)) return fill(callingHours.daily, said)
  return fill(callingHours.onDays, { ...said, days: daysText(first.days, texts) })
}

/** Whether somebody calls at every hour of every day. */
export function isAlways(hours: DepartmentDetails['callingHours']): boolean {
  return [hours].flat().some((group) => isEveryDay(group) && group.from === '00:00' && group.until === '24:00')
}

const isEveryDay = ({ days }: CallingHours) => WEEKDAYS.every((day) => days.includes(day))

/** Days in a row by their first and last, such as "Monday to Friday"; other days one by one. */
function daysText(days: readonly Weekday[], { language: { locale }, callingHours }: LanguageTexts): string {
  const names = WEEKDAYS.flatMap((day, at) => (days.includes(day) ? [weekdayName(at, locale)] : []))
  const positions = WEEKDAYS.flatMap((day, at) => (days.includes(day) ? [at] : []))
  const inARow = (positions.at(-1) ?? 0) - (positions[0] ?? 0) === positions.length - 1
  const [first = '', last = ''] = [names[0], names.at(-1)]
  if (inARow && names.length > 2) return fill(callingHours.range, { first, last })
  return new Intl.ListFormat(locale).format(names)
}

/** @param at 0 is Monday, as 1 January 1973 was */
const weekdayName = (at: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1973, 0, 1 + at))

/** @param time on a clock of 24 hours, such as `09:00` */
function clockTime(time: string, locale: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return timeOfDay(locale, 'UTC').format(Date.UTC(1970, 0, 1, hours, minutes))
}

/**
 * Formats times as people write them: "2:00 pm" in English, as in the specification's slots; elsewhere with the part of
 * the day where a clock has twelve hours.
 */
export function timeOfDay(locale: string, timeZone: string): Intl.DateTimeFormat {
  const clock = { hour: 'numeric', minute: '2-digit', timeZone } as const
  return locale.startsWith('en')
    ? new Intl.DateTimeFormat(locale, { ...clock, hourCycle: 'h12' })
    : new Intl.DateTimeFormat(locale, { ...clock, dayPeriod: 'long' })
}

/** The ends of a window, such as "6:00 pm" and "8:00 pm". A part of the day before both times is named once. */
export function timesOfDay(from: Date, until: Date, locale: string, timeZone: string): { from: string; until: string } {
  const format = timeOfDay(locale, timeZone)
  const partOfDay = format.formatToParts(from).find(({ type }) => type === 'dayPeriod')?.value ?? ''
  const [first, last] = [format.format(from), format.format(until)]
  const isNamed = partOfDay !== '' && first.startsWith(partOfDay) && last.startsWith(partOfDay)
  return { from: first, until: isNamed ? last.slice(partOfDay.length).trim() : last }
}

/** What a visitor reads for each of these time slots; null in English, which shows the slots' own wording. */
export function timeSlotLabels(
  { language: { locale }, wording }: LanguageTexts,
  slots: readonly TimeSlot[],
): string[] | null {
  if (!wording?.[ANYTIME]) return null
  return slots.map((slot) => {
    const { startTime, endTime } = splitTimeSlot(slot)
    if (startTime === null) return say(ANYTIME, wording)
    const instantOf = (time: string) => Date.UTC(1970, 0, 1, hourOf(time))
    return rangeText(timeOfDay(locale, 'UTC'), instantOf(startTime), instantOf(endTime))
  })
}

/** Such as "10:00–12:00". Names a part of the day once if both times are in it: at midnight, Intl repeats it. */
function rangeText(format: Intl.DateTimeFormat, from: number, until: number): string {
  const partOfDay = format.formatToParts(from).find(({ type }) => type === 'dayPeriod')?.value
  return format.formatRange(from, until).replace(` – ${partOfDay} `, '–')
}

/** How long requests are kept, such as "1 year", "6 months" or "45 days". */
export function retentionText(days: number, locale: string): string {
  const [value, unit] = days % 365 === 0 ? [days / 365, 'year'] : days % 30 === 0 ? [days / 30, 'month'] : [days, 'day']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
