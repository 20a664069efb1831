import type { DepartmentDetails } from '../../src/content/schema.ts'
import { WEEKDAYS, type Weekday } from '../../src/content/weekdays.ts'

type CallingHours = DepartmentDetails['callingHours']

/** As `callingHoursOf` reads them: `Mo-Fr 09:00-18:00`. */
export function typedHours({ days, from, until }: CallingHours): string {
  const runs: Weekday[][] = []
  for (const [at, day] of WEEKDAYS.entries()) {
    if (!days.includes(day)) continue
    const before = WEEKDAYS[at - 1]
    if (before && days.includes(before)) runs.at(-1)?.push(day)
    else runs.push([day])
  }
  const names = runs.map((run) => [...new Set([run[0], run.at(-1)])].map((day) => day?.slice(0, 2)).join('-'))
  return `${names.join(', ')} ${from}-${until}`
}

/**
 * Reads days and hours as people type them: `Mo-Fr 09:00-18:00`, `Monday to Thursday, Saturday 9 am - 5:30 pm`,
 * `daily 8-20`. Undefined when it cannot.
 */
export function callingHoursOf(typed: string): CallingHours | undefined {
  const text = typed
    .toLowerCase()
    .replaceAll(/[–—]|\b(?:to|until|till)\b/g, '-')
    .replaceAll(/\s*-\s*/g, '-')
    .trim()
  const [, dayText = '', hourText = ''] = /^(\D*)(\d.*)$/.exec(text) ?? []
  const days = daysOf(dayText)
  const [from, end, ...more] = hourText
    .replace(/^24\/7$/, '0-24')
    .split('-')
    .map(clockTimeOf)
  const until = end === '00:00' ? '24:00' : end
  if (!days || !from || !until || more.length > 0 || from >= until) return undefined
  return { days, from, until }
}

/** In the order of the week. A range may pass Sunday. */
function daysOf(text: string): Weekday[] | undefined {
  if (/^(daily|every ?day|)[\s,:]*$/.test(text)) return [...WEEKDAYS]
  const ranges = text.split(/[\s,:&]+|\band\b/).filter((part) => part !== '')
  const named = ranges.map((range) => {
    const [first, last = first, ...more] = range.split('-').map(dayAt)
    if (first === undefined || last === undefined || more.length > 0) return undefined
    return WEEKDAYS.filter((_, at) => (first <= last ? at >= first && at <= last : at >= first || at <= last))
  })
  return named.includes(undefined) ? undefined : WEEKDAYS.filter((day) => named.some((some) => some?.includes(day)))
}

/** @param name at least the first two letters, such as `mo`, `tues` or `thursdays` */
function dayAt(name: string): number | undefined {
  const at = WEEKDAYS.findIndex((day) => day.toLowerCase().startsWith(name.replace(/s$/, '')))
  return name.length < 2 || at < 0 ? undefined : at
}

/** On a clock of 24 hours, such as `09:00`; undefined for what is not a time. */
function clockTimeOf(text: string): string | undefined {
  const [, digits = '', minutes = '00', half] = /^(\d{1,2})(?:[:.](\d\d))? ?([ap]m)?$/.exec(text) ?? []
  const typed = Number(digits)
  if (digits === '' || Number(minutes) > 59 || (half && (typed < 1 || typed > 12))) return undefined
  const hours = half ? (typed % 12) + (half === 'pm' ? 12 : 0) : typed
  if (hours > 24 || (hours === 24 && minutes !== '00')) return undefined
  return `${String(hours).padStart(2, '0')}:${minutes}`
}
