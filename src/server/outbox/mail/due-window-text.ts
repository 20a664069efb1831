import type { Span } from '../../../callback-request/calling-days.ts'
import { ANYTIME, type TimeSlot } from '../../../callback-request/time-slots.ts'
import { fill } from '../../../content/fill.ts'
import { timeOfDay, timesOfDay, zoneName } from '../../../content/formats.ts'

/** When a request is to be called, in words. */
export interface DueWindowText {
  /** Such as `Friday 20 November 2026, 2:00 pm to 4:00 pm`. */
  window: string
  /** The name of the time zone all year, such as `India Standard Time` or `United Kingdom Time`. */
  zone: string
}

/** How a language writes a window: its locale, and a text with the placeholders `{day}`, `{from}` and `{until}`. */
export interface WindowLanguage {
  locale: string
  windowText: string
}

/** The language of the mails to the department, and of the callback desk. */
export const STAFF_LANGUAGE = { locale: 'en-GB', direction: 'ltr', windowText: '{day}, {from} to {until}' }

/** The window of a slot, or of an exact time (null), on the clock of a time zone; null for Anytime. */
export function dueWindowText(
  slot: TimeSlot | null,
  { from, until }: Span,
  timeZone: string,
  { locale, windowText }: WindowLanguage = STAFF_LANGUAGE,
): DueWindowText | null {
  if (slot === ANYTIME) return null
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' })
  const parts = { day: day.format(from), ...timesOfDay(from, until, locale, timeZone) }
  const plainParts = Object.entries(parts).map(([name, text]) => [name, plain(text, locale)])
  return { window: fill(windowText, Object.fromEntries(plainParts)), zone: zoneName(timeZone, locale) }
}

/** An instant on the clock of a time zone, such as `Friday 20 November 2026, 2:00 pm (India Standard Time)`. */
export function instantText(instant: Date, timeZone: string): string {
  const { locale } = STAFF_LANGUAGE
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' })
  const time = timeOfDay(locale, timeZone)
  return `${plain(day.format(instant), locale)}, ${plain(time.format(instant), locale)} (${zoneName(timeZone, locale)})`
}

/** Versions of ICU differ in the comma of an English date, and some put narrow spaces into times. */
function plain(text: string, locale: string): string {
  const spaced = text.replace(/\s/g, ' ')
  return locale.startsWith('en') ? spaced.replaceAll(',', '') : spaced
}
