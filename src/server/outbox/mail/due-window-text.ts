import type { DueWindow } from '../../../callback-request/due-window.ts'

/** When a request is to be called, in words. */
export interface DueWindowText {
  /** Such as `Friday 20 November 2026, 2:00 pm to 4:00 pm`. */
  window: string
  /** The name of the time in force on that day, such as `India Standard Time` or `British Summer Time`. */
  zone: string
}

/** A window on the clock of a time zone; null for Anytime. */
export function dueWindowText({ from, until }: DueWindow, timeZone: string): DueWindowText | null {
  if (until === null) return null
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full' })
  const clock = clockOf(timeZone)
  return {
    window: `${plain(day.format(from))}, ${plain(clock.format(from))} to ${plain(clock.format(until))}`,
    zone: zoneName(from, timeZone),
  }
}

/** An instant on the clock of a time zone, such as `Friday 20 November 2026, 2:00 pm (India Standard Time)`. */
export function instantText(instant: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full' })
  return `${plain(day.format(instant))}, ${plain(clockOf(timeZone).format(instant))} (${zoneName(instant, timeZone)})`
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: '2-digit', hourCycle: 'h12' })
}

function zoneName(instant: Date, timeZone: string): string {
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'long' })
  return zone.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Some versions of ICU put commas between a date's parts, and some narrow spaces into times. */
function plain(text: string): string {
  return text.replaceAll(',', '').replace(/\s/g, ' ')
}
