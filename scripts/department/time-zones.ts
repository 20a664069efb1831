import { zoneName } from '../../src/content/formats.ts'
import { timeZones } from '../../src/content/time-zones.ts'
import { nearNames } from './near-names.ts'

/** Names that are like what was typed, such as `Europe/Berlin` for `berln`. */
export const nearTimeZones = (typed: string) => nearNames(typed, timeZones())

/** Day and time on a zone's clock, such as `Friday 14:05 (United Kingdom Time)`. */
export function clockIn(timeZone: string, now: Date): string {
  const parts = { weekday: 'long', hour: '2-digit', minute: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, ...parts })
  const { weekday, hour, minute } = Object.fromEntries(
    format.formatToParts(now).map(({ type, value }) => [type, value]),
  )
  return `${weekday} ${hour}:${minute} (${zoneName(timeZone, 'en-GB')})`
}
