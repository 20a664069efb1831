import type { ReportFigures, Share } from '../../callback-request/calling/report.ts'
import type { ReportRange } from '../../callback-request/calling/report-range.ts'

export type Report = ReportFigures & ReportRange

/** The names of the weekdays, from Monday. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Campaigns as the server names them that are none. */
const NO_CAMPAIGNS = ['No campaign', 'Others (fewer than 5 each)']

/** A share in percent, rounded; but 0% is none and 100% is all of them. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100)
  if (share > 0 && rounded === 0) return 'under 1%'
  if (share < 1 && rounded === 100) return 'over 99%'
  return `${rounded}%`
}

/** The share of a part, or that there are too few to say. */
export function shareInWords({ share }: { share: number | null }): string {
  return share === null ? 'too few' : percent(share)
}

/** Whole minutes as people say them, such as "25 min", "3 h 10 min" or "2 days 4 h". */
export function duration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  const days = Math.floor(hours / 24)
  return hours % 24 === 0 ? `${days} days` : `${days} days ${hours % 24} h`
}

/** The row with the smallest share, of several the one with the most callbacks. Undefined when all have too few. */
export function leastInTime<Row extends Share>(rows: readonly Row[]): Row | undefined {
  const counted = rows.filter(({ share }) => share !== null)
  return counted.sort((a, b) => Number(a.share) - Number(b.share) || b.of - a.of)[0]
}

type Campaign = Report['booked_by_campaign'][number]

/** The campaign with the largest share of bookings: the server names only those with enough callbacks for one. */
export function mostBooked(campaigns: readonly Campaign[]): Campaign | undefined {
  const named = campaigns.filter(({ campaign }) => !NO_CAMPAIGNS.includes(campaign))
  return named.sort((a, b) => b.booked / b.of - a.booked / a.of || b.of - a.of)[0]
}
