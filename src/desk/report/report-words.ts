import { type ReportFigures, type Share, shareOf } from '../../callback-request/calling/report.ts'
import type { ReportRange } from '../../callback-request/calling/report-range.ts'

export type Report = ReportFigures & ReportRange

/** The names of the weekdays, from Monday. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Campaigns as the server names them that are none. */
const NO_CAMPAIGNS = ['No campaign', 'Others (fewer than 5 each)']

/** A share in percent, rounded; but 0% is none and 100% is all of them. Null is too few to say. */
export function percent(share: number | null): string {
  if (share === null) return 'too few'
  const rounded = Math.round(share * 100)
  if (share > 0 && rounded === 0) return 'under 1%'
  if (share < 1 && rounded === 100) return 'over 99%'
  return `${rounded}%`
}

/** How many of a slot's or a weekday's callbacks were called in time, or of a campaign's booked. */
export interface NamedShare extends Share {
  name: string
}

/** A share with what it is of, such as "12 of 40 callbacks booked, 30%". @param what follows the numbers */
export function partInWords({ called, of, share }: Share, what = ''): string {
  return `${called} of ${of}${what}, ${percent(share)}`
}

/** Whole minutes as people say them, such as "25 min", "3 h 10 min" or "2 days 4 h". */
export function duration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  const days = Math.floor(hours / 24)
  return hours % 24 === 0 ? `${days} days` : `${days} days ${hours % 24} h`
}

/** The shares of the report's slots, weekdays and campaigns. */
export function sharesOf({ called_by_slot, called_by_weekday, booked_by_campaign }: Report) {
  return {
    slots: called_by_slot.map((row): NamedShare => ({ ...row, name: row.slot })),
    weekdays: called_by_weekday.map((row): NamedShare => ({ ...row, name: WEEKDAYS[row.weekday] ?? '' })),
    campaigns: booked_by_campaign.map(
      ({ campaign, booked, of }): NamedShare => ({ ...shareOf(booked, of), name: campaign }),
    ),
  }
}

/** The row with the smallest share, of several the one with the most callbacks. Undefined when all have too few. */
export function leastInTime(rows: readonly NamedShare[]): NamedShare | undefined {
  const counted = rows.filter(({ share }) => share !== null)
  return counted.sort((a, b) => Number(a.share) - Number(b.share) || b.of - a.of)[0]
}

/** The campaign with the largest share of bookings: the server names only those with enough callbacks for one. */
export function mostBooked(campaigns: readonly NamedShare[]): NamedShare | undefined {
  const named = campaigns.filter(({ name }) => !NO_CAMPAIGNS.includes(name))
  return named.sort((a, b) => Number(b.share) - Number(a.share) || b.of - a.of)[0]
}
