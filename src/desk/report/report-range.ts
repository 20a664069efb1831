import type { ReportRange } from '../../callback-request/calling/report-range.ts'
import { localDayText } from '../../callback-request/local-clock.ts'

/** So many days, of which today is the last. */
export function lastDays(days: number, today: string): ReportRange {
  return { from: localDayText(new Date(today), 'UTC', 1 - days), to: today }
}

/** A day in words, such as "22 Nov 2026", or with other parts. */
export function dayInWords(
  day: string,
  parts: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' },
): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(new Date(day))
}

/** A range in words, such as "24 Oct 2026 – 22 Nov 2026, 30 days". */
export function rangeInWords({ from, to }: ReportRange, days: number): string {
  return days === 1 ? `${dayInWords(to)}, one day` : `${dayInWords(from)} – ${dayInWords(to)}, ${days} days`
}

/** Consecutive days as rows of a calendar: the weeks from Monday, named by their first day in the range, with their sum. */
export function weeksOf(days: readonly { day: string; requests: number }[]) {
  const weeks: { first: string; requests: (number | '')[]; sum: number }[] = []
  for (const { day, requests } of days) {
    const weekday = (new Date(day).getUTCDay() + 6) % 7 // 0 is Monday
    let week = weeks.at(-1)
    if (!week || weekday === 0) {
      week = { first: day, requests: Array(7).fill(''), sum: 0 }
      weeks.push(week)
    }
    week.requests[weekday] = requests
    week.sum += requests
  }
  return weeks.map(({ first, requests, sum }) => ({
    name: dayInWords(first, { day: 'numeric', month: 'short', year: '2-digit' }),
    values: [...requests, sum],
  }))
}
