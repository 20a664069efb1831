import type { Span } from '../../callback-request/calling-days.ts'
import { dueWindow } from '../../callback-request/due-window.ts'
import { localDaysBetween } from '../../callback-request/local-clock.ts'
import { ANYTIME, type TimeSlot } from '../../callback-request/time-slots.ts'
import type { FormTexts } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import { timesOfDay } from '../../content/formats.ts'

/** A window as of now in the department's time zone, such as "today, 6:00 pm to 8:00 pm". */
export function windowText({ from, until }: Span, now: Date, texts: FormTexts): string {
  const { locale, calendar, window } = texts
  return fill(window, { day: dayText(from, now, texts), ...timesOfDay(from, until, locale, calendar.timeZone) })
}

/** Such as "today", "tomorrow" or "Monday, 30 November". */
function dayText(instant: Date, now: Date, { locale, calendar: { timeZone } }: FormTexts): string {
  const daysAhead = localDaysBetween(now, instant, timeZone)
  if (daysAhead >= 0 && daysAhead < 2)
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(daysAhead, 'day')
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(instant)
  return `${part({ weekday: 'long' })}, ${part({ day: 'numeric', month: 'long' })}`
}

/**
 * What a time slot's hint says: whose time it is, or once a slot is chosen, when the department calls a visitor who sends
 * the form now, by the rule by which the server puts the request on the worklist.
 */
export function slotHint(slot: TimeSlot | undefined, now: Date, texts: FormTexts): string {
  if (slot === undefined) return texts.timesAre
  try {
    return chosenSlotHint(slot, now, texts)
  } catch {
    return texts.timesAre // this browser does not know the department's time zone
  }
}

function chosenSlotHint(slot: TimeSlot, now: Date, texts: FormTexts): string {
  if (slot === ANYTIME) return texts.callingHours
  const text = windowText(dueWindow(slot, now, texts.calendar), now, texts)
  return `${text.charAt(0).toLocaleUpperCase(texts.locale)}${text.slice(1)}, ${texts.zone}`
}
