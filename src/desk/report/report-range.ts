import type { ReportRange } from '../../callback-request/calling/report-range.ts'
import { localDayText } from '../../callback-request/local-clock.ts'

/** So many days, of which today is the last. */
export function lastDays(days: number, today: string): ReportRange {
  return { from: localDayText(new Date(today), 'UTC', 1 - days), to: today }
}

/** A day in words, such as "22 Nov 2026", or with other parts. */
export function dateInWords(
  day: string,
  parts: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' },
): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(new Date(day))
}

/** A range in words, such as "24 Oct 2026 – 22 Nov 2026, 30 days". */
export function rangeInWords({ from, to }: ReportRange, days: number): string {
  return days === 1 ? `${dateInWords(to)}, one day` : `${dateInWords(from)} – ${dateInWords(to)}, ${days} days`
}

/** Consecutive days as rows of a calendar: the weeks from Monday, named by their first day in the range, with their sum. */
export function weeksOf(days: readonly { day: string; requests: number }[]) {
  const blanks = (new Date(days[0]?.day ?? '').getUTCDay() + 6) % 7 // before the first day, in a week from Monday
  return Array.from({ length: Math.ceil((blanks + days.length) / 7) }, (_, week) => {
    const monday = 7 * week - blanks
    const requests = Array.from({ length: 7 }, (_, weekday) => days[monday + weekday]?.requests)
    const sum = requests.reduce<number>((sum, one = 0) => sum + one, 0)
    const first = days[Math.max(0, monday)]?.day ?? ''
    const name = dateInWords(first, { day: 'numeric', month: 'short', year: '2-digit' })
    return { name, values: [...requests.map((one) => one ?? ''), sum] }
  })
}
