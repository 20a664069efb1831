import { localDayOf } from '../local-clock.ts'
import type { ValidationResult } from '../rules.ts'

/** Local days such as `2026-11-22`, both included. */
export interface ReportRange {
  from: string
  to: string
}

/** Source: desk, section 8. */
const MAX_DAYS = 366

const DAY_MS = 24 * 60 * 60_000

/** Reads the days of a report. */
export function parseReportRange({ from, to }: Readonly<Record<string, unknown>>): ValidationResult<ReportRange> {
  const first = dayNumber(from)
  const last = dayNumber(to)
  if (first === undefined) return { ok: false, errors: { from: 'Please enter a day' } }
  if (last === undefined) return { ok: false, errors: { to: 'Please enter a day' } }
  if (last < first) return { ok: false, errors: { to: 'The last day is before the first' } }
  if (last - first >= MAX_DAYS) return { ok: false, errors: { to: `Please choose at most ${MAX_DAYS} days` } }
  return { ok: true, value: { from: String(from), to: String(to) } }
}

/** Grows by one from day to day. Undefined for what is not a day. */
function dayNumber(text: unknown): number | undefined {
  const day = typeof text === 'string' ? localDayOf(text) : undefined
  return day && Date.UTC(day.year, day.month - 1, day.day) / DAY_MS
}
