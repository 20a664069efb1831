import { type CallingHours, WEEKDAYS, type Weekday } from '../../src/callback-request/calling-days.ts'
import type { DepartmentDetails } from '../../src/content/schema.ts'
import { nearNames } from './near-names.ts'

/** What was typed, or why it is not days and hours. */
export type ReadHours = { ok: true; hours: CallingHours[] } | { ok: false; problem: string }

/** As `callingHoursOf` reads them: `Mo-Th 09:00-12:00, 13:00-17:00; Fr 09:00-14:00`. */
export function typedHours(hours: DepartmentDetails['callingHours']): string {
  const byDays = Map.groupBy([hours].flat(), ({ days }) => typedDays(days))
  const groups = [...byDays].map(
    ([days, all]) => `${days} ${all.map(({ from, until }) => `${from}-${until}`).join(', ')}`,
  )
  return groups.join('; ')
}

/** Such as `Mo-Th, Sa`. */
function typedDays(days: readonly Weekday[]): string {
  const runs: Weekday[][] = []
  for (const [at, day] of WEEKDAYS.entries()) {
    if (!days.includes(day)) continue
    const before = WEEKDAYS[at - 1]
    if (before && days.includes(before)) runs.at(-1)?.push(day)
    else runs.push([day])
  }
  return runs.map((run) => [...new Set([run[0], run.at(-1)])].map((day) => day?.slice(0, 2)).join('-')).join(', ')
}

/**
 * Reads days and hours as people type them, in groups of days with their hours: `Mo-Fr 09:00-18:00`,
 * `Monday to Thursday 9-12 and 13-17; Friday 9 am - 1:30 pm`, `daily 8-20`. Hours without days are those of every day.
 */
export function callingHoursOf(typed: string): ReadHours {
  const text = typed
    .toLowerCase()
    .replaceAll(/[–—]|\b(?:to|until|till)\b/g, '-')
    .replaceAll(/\s*-\s*/g, '-')
    .replaceAll(/(\d) (?=[ap]m\b)/g, '$1')
    .replace(/^24\/7$/, '0-24')
    .replaceAll(/every day/g, 'daily')
  const hours: CallingHours[] = []
  let days: Weekday[] = []
  let isComplete = true
  for (const part of text.split(/[\s,;&]+|:(?!\d)|\band\b/).filter((one) => one !== '')) {
    if (/^\d/.test(part)) {
      const range = hoursIn(part)
      if (!range)
        return { ok: false, problem: `"${part}" is not hours such as 9-17 or 9:00-17:30, which end after they begin` }
      if (isComplete && hours.length === 0) days = [...WEEKDAYS]
      hours.push({ days: WEEKDAYS.filter((day) => days.includes(day)), ...range })
      isComplete = true
    } else {
      const named = daysIn(part)
      if (!named.ok) return named
      days = isComplete ? named.days : [...days, ...named.days]
      isComplete = false
    }
  }
  if (hours.length > 0 && isComplete) return { ok: true, hours }
  return { ok: false, problem: `"${typed}" should end with hours, as in Mo-Th 9-12, 13-17; Fr 9-14` }
}

/** In the order of the week. A range may pass Sunday. */
function daysIn(range: string): { ok: true; days: Weekday[] } | { ok: false; problem: string } {
  if (/^(daily|everyday)$/.test(range)) return { ok: true, days: [...WEEKDAYS] }
  const names = range.split('-')
  const unknown = names.find((name) => dayAt(name) === undefined)
  if (unknown !== undefined || names.length > 2) {
    const [near] = nearNames(unknown ?? '', WEEKDAYS)
    const hint = near ? `. Did you mean ${near}?` : '; write Mo, Tu, We, Th, Fr, Sa or Su'
    return { ok: false, problem: `"${unknown ?? range}" is not a day${hint}` }
  }
  const [first = 0, last = first] = names.map((name) => dayAt(name) ?? 0)
  const isIn = (at: number) => (first <= last ? at >= first && at <= last : at >= first || at <= last)
  return { ok: true, days: WEEKDAYS.filter((_, at) => isIn(at)) }
}

/** @param name at least the first two letters, such as `mo`, `tues` or `thursdays` */
function dayAt(name: string): number | undefined {
  const at = WEEKDAYS.findIndex((day) => day.toLowerCase().startsWith(name.replace(/s$|\.$/, '')))
  return name.length < 2 || at < 0 ? undefined : at
}

/** Two times of one day; midnight may be its end. */
function hoursIn(text: string): { from: string; until: string } | undefined {
  const [from, end, ...more] = text.split('-').map(clockTimeOf)
  const until = end === '00:00' ? '24:00' : end
  return !from || !until || more.length > 0 || from >= until ? undefined : { from, until }
}

/** On a clock of 24 hours, such as `09:00`; undefined for what is not a time. */
function clockTimeOf(text: string): string | undefined {
  const [, digits = '', minutes = '00', half] = /^(\d{1,2})(?:[:.](\d\d))?([ap]m)?$/.exec(text) ?? []
  const typed = Number(digits)
  if (digits === '' || Number(minutes) > 59 || (half && (typed < 1 || typed > 12))) return undefined
  const hours = half ? (typed % 12) + (half === 'pm' ? 12 : 0) : typed
  if (hours > 24 || (hours === 24 && minutes !== '00')) return undefined
  return `${String(hours).padStart(2, '0')}:${minutes}`
}
