import type { DueWindow } from '../../../callback-request/due-window.ts'
import { fill } from '../../../content/fill.ts'
import { timeOfDay } from '../../../content/formats.ts'

/** When a request is to be called, in words. */
export interface DueWindowText {
  /** Such as `Friday 20 November 2026, 2:00 pm to 4:00 pm`. */
  window: string
  /** The name of the time in force on that day, such as `India Standard Time` or `British Summer Time`. */
  zone: string
}

/** How a language writes a window: its locale, and a text with the placeholders `{day}`, `{from}` and `{until}`. */
export interface WindowLanguage {
  locale: string
  windowText: string
}

/** The language of the mails to the department, and of the callback desk. */
const STAFF_LANGUAGE: WindowLanguage = { locale: 'en-GB', windowText: '{day}, {from} to {until}' }

/** A window on the clock of a time zone; null for Anytime. */
export function dueWindowText(
  { from, until }: DueWindow,
  timeZone: string,
  { locale, windowText }: WindowLanguage = STAFF_LANGUAGE,
): DueWindowText | null {
  if (until === null) return null
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' })
  const clock = timeOfDay(locale, timeZone)
  const parts = { day: day.format(from), from: clock.format(from), until: clock.format(until) }
  const plainParts = Object.entries(parts).map(([name, text]) => [name, plain(text)])
  return { window: fill(windowText, Object.fromEntries(plainParts)), zone: zoneName(from, timeZone, locale) }
}

/** An instant on the clock of a time zone, such as `Friday 20 November 2026, 2:00 pm (India Standard Time)`. */
export function instantText(instant: Date, timeZone: string): string {
  const { locale } = STAFF_LANGUAGE
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' })
  const time = timeOfDay(locale, timeZone)
  return `${plain(day.format(instant))}, ${plain(time.format(instant))} (${zoneName(instant, timeZone, locale)})`
}

function zoneName(instant: Date, timeZone: string, locale: string): string {
  const zone = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' })
  return zone.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Some versions of ICU put commas between a date's parts, and some narrow spaces into times. */
function plain(text: string): string {
  return text.replaceAll(',', '').replace(/\s/g, ' ')
}
