import type { ReportRange } from '../../callback-request/calling/report-range.ts'
import { localDayOf } from '../../callback-request/local-clock.ts'

/** So many days, of which today is the last. */
export function lastDays(days: number, today: string): ReportRange {
  return { from: moveDay(today, { days: 1 - days }), to: today }
}

/** The ranges that managers want most often. */
export function usualRanges(today: string): { label: string; range: ReportRange }[] {
  return [
    { label: 'Last 7 days', range: lastDays(7, today) },
    { label: 'Last 30 days', range: lastDays(30, today) },
    { label: 'Last 12 months', range: { from: moveDay(today, { years: -1, days: 1 }), to: today } },
  ]
}

/** A day, so many years and days later. @param day such as `2026-11-22` */
function moveDay(day: string, { years = 0, days = 0 }: { years?: number; days?: number }): string {
  const { year, month, day: date } = localDayOf(day) ?? { year: 1970, month: 1, day: 1 }
  return new Date(Date.UTC(year + years, month - 1, date + days)).toISOString().slice(0, 10)
}

/** The number of a day's weekday: 0 is Monday. @param day such as `2026-11-22` */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

/** A day in words, such as "22 Nov 2026", or with other parts. */
export function dayInWords(
  day: string,
  parts: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' },
): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** A range in words, such as "24 Oct 2026 – 22 Nov 2026, 30 days". */
export function rangeInWords({ from, to }: ReportRange, days: number): string {
  return days === 1 ? `${dayInWords(to)}, one day` : `${dayInWords(from)} – ${dayInWords(to)}, ${days} days`
}

/** Consecutive days as rows of a calendar: the weeks from Monday, named by their first day in the range, with their sum. */
export function weeksOf(days: readonly { day: string; requests: number }[]) {
  const weeks: { first: string; requests: (number | '')[]; sum: number }[] = []
  for (const { day, requests } of days) {
    const weekday = weekdayOf(day)
    let week = weeks.at(-1)
    if (!week || weekday === 0) {
      week = { first: day, requests: Array(7).fill(''), sum: 0 }
      weeks.push(week)
    }
    week.requests[weekday] = requests
    week.sum += requests
  }
  return weeks.map(({ first, requests, sum }, at) => {
    const isNewYear = first.slice(0, 4) !== weeks[at - 1]?.first.slice(0, 4)
    const name = dayInWords(first, { day: 'numeric', month: 'short', ...(isNewYear && { year: '2-digit' }) })
    return { name, values: [...requests, sum] }
  })
}
