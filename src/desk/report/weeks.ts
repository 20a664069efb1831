import { weekdayOf } from './report-range.ts'

interface Day {
  /** Such as `2026-11-22`. */
  day: string
  requests: number
}

/** A week, or the part of it that lies in the range. */
export interface Week {
  first: string
  /** From Monday; undefined for the days outside the range. */
  days: (Day | undefined)[]
  requests: number
}

/** Puts consecutive days into weeks that begin on Monday. */
export function weeksOf(days: readonly Day[]): Week[] {
  const weeks: Week[] = []
  for (const each of days) {
    const weekday = weekdayOf(each.day)
    let week = weeks.at(-1)
    if (!week || weekday === 0) {
      week = { first: each.day, days: Array.from({ length: 7 }), requests: 0 }
      weeks.push(week)
    }
    week.days[weekday] = each
    week.requests += each.requests
  }
  return weeks
}
