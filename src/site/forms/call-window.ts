import { dueWindow } from '../../callback-request/due-window.ts'
import { localDaysBetween } from '../../callback-request/local-clock.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import type { FormTexts } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import { timeOfDay } from '../../content/formats.ts'

/**
 * When the department calls a visitor who sends a form now, by the rule by which the server puts the request on the
 * worklist: such as "today, 6:00 pm to 8:00 pm, India Standard Time". Undefined for Anytime, which has no window.
 */
export function callWindowText(slot: TimeSlot, now: Date, texts: FormTexts): string | undefined {
  const { locale, timeZone, zone, window } = texts
  const { from, until } = dueWindow(slot, now, timeZone)
  if (until === null) return undefined
  const time = timeOfDay(locale, timeZone)
  return fill(window, { day: dayText(from, now, texts), from: time.format(from), until: time.format(until), zone })
}

/** Such as "today", "tomorrow" or "Monday, 30 November". */
function dayText(instant: Date, now: Date, { locale, timeZone }: FormTexts): string {
  const daysAhead = localDaysBetween(now, instant, timeZone)
  if (daysAhead < 2) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(daysAhead, 'day')
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(instant)
  return `${part({ weekday: 'long' })}, ${part({ day: 'numeric', month: 'long' })}`
}

/** What a time slot's hint says: whose time it is, or when we call once a slot is chosen. */
export function slotHint(slot: TimeSlot | undefined, now: Date, texts: FormTexts): string {
  if (slot === undefined) return texts.timesAre
  const text = callWindowText(slot, now, texts) ?? texts.callingHours
  return text.charAt(0).toLocaleUpperCase(texts.locale) + text.slice(1)
}
