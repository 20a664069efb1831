import { zoneName } from '../../src/content/formats.ts'
import { nearNames } from './near-names.ts'

/** Names in use today that the list of the engine has under an older name only. */
const RENAMED = [
  'America/Argentina/Buenos_Aires',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
]
const NAMES = [...RENAMED, ...Intl.supportedValuesOf('timeZone')]

/**
 * The name of a place's time zone as the IANA writes it, also from small letters. Undefined for anything else, such as
 * `GMT` or `+01:00`, whose clocks never change.
 */
export function timeZoneOf(typed: string): string | undefined {
  const name = NAMES.find((name) => name.toLowerCase() === typed.toLowerCase()) ?? typed
  return name.includes('/') && isKnown(name) ? name : undefined
}

/** Names that are like what was typed, such as `Europe/Berlin` for `berln`. */
export const nearTimeZones = (typed: string) => nearNames(typed, NAMES)

/** Day and time on a zone's clock, such as `Friday 14:05 (United Kingdom Time)`. */
export function clockIn(timeZone: string, now: Date): string {
  const parts = { weekday: 'long', hour: '2-digit', minute: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, ...parts })
  const { weekday, hour, minute } = Object.fromEntries(
    format.formatToParts(now).map(({ type, value }) => [type, value]),
  )
  return `${weekday} ${hour}:${minute} (${zoneName(timeZone, 'en-GB')})`
}

function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
