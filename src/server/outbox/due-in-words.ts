import { nextDue } from '../../callback-request/next-due.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'

/**
 * The concrete window in which a request is to be called, such as `Friday 20 November 2026, 2:00 pm to 4:00 pm`, on
 * the clock of a time zone. Null for Anytime.
 */
export function dueInWords(slot: TimeSlot, receivedAt: Date, timeZone: string): string | null {
  const { from, until } = nextDue(slot, receivedAt, timeZone)
  if (until === null) return null
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full' })
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: '2-digit', hourCycle: 'h12' })
  // ICU joins a date's parts with commas in some versions and not in others, and may put narrow spaces into times.
  const plain = (text: string) => text.replaceAll(',', '').replace(/\s/g, ' ')
  return `${plain(day.format(from))}, ${plain(clock.format(from))} to ${plain(clock.format(until))}`
}

/** A zone's name as it stands at an instant, such as `India Standard Time` or `British Summer Time`. */
export function zoneInWords(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'long' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
