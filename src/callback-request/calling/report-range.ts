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
  if (!isDay(from)) return { ok: false, errors: { from: 'Please enter a day' } }
  if (!isDay(to)) return { ok: false, errors: { to: 'Please enter a day' } }
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (days < 0) return { ok: false, errors: { to: 'The last day is before the first' } }
  if (days >= MAX_DAYS) return { ok: false, errors: { to: `Please choose at most ${MAX_DAYS} days` } }
  return { ok: true, value: { from, to } }
}

const isDay = (text: unknown): text is string => typeof text === 'string' && localDayOf(text) !== undefined
