import type { Offer } from '../../callback-request/department-facts.ts'
import { hourOf } from '../../callback-request/due-window.ts'
import { splitTimeSlot, type TimeSlot } from '../../callback-request/time-slots.ts'
import type { DepartmentDetails } from '../schema.ts'
import { placeOf } from './texts.ts'

/** The offered slots in which nobody calls, or of which a part is outside the calling hours of every day. */
export function slotWarnings(offer: Offer, hours: DepartmentDetails['callingHours'], file: string): string[] {
  const outside = offer.timeSlots.flatMap((slot) => {
    const { parts, isWhole } = outsideHours(slot, hours)
    return parts.length === 0 ? [] : [isWhole ? slot : `${parts.join(' and ')} of ${slot}`]
  })
  if (outside.length === 0) return []
  return [`${placeOf(file, ['timeSlots'])}: visitors can choose ${outside.join(', ')}, but you call then on no day`]
}

/**
 * A reminder in December, once a department names the days on which nobody calls, that next year has none yet. A
 * department that names none calls on every day of its calling hours.
 */
export function closedDaysWarnings(closedDays: readonly string[], now: Date, file: string): string[] {
  const nextYear = now.getUTCFullYear() + 1
  const isNamed = closedDays.some((day) => day >= String(nextYear))
  if (closedDays.length === 0 || now.getUTCMonth() < 11 || isNamed) return []
  return [`${placeOf(file, ['closedDays'])}: has no day of ${nextYear}: visitors are promised calls on its holidays`]
}

/**
 * The parts of a slot in which nobody calls on any day, such as `17:00-18:00`, and whether they are all of it. Anytime
 * has none.
 */
export function outsideHours(slot: TimeSlot, hours: DepartmentDetails['callingHours']) {
  const { startTime, endTime } = splitTimeSlot(slot)
  if (startTime === null) return { parts: [], isWhole: false }
  const whole = { from: clockTime(hourOf(startTime)), until: clockTime(hourOf(endTime) || 24) }
  let parts = [whole]
  for (const called of [hours].flat()) {
    parts = parts
      .flatMap((part) => {
        if (part.until <= called.from || part.from >= called.until) return [part]
        return [
          { ...part, until: called.from },
          { ...part, from: called.until },
        ]
      })
      .filter(({ from, until }) => from < until)
  }
  const shown = parts.map(({ from, until }) => `${from}-${until}`)
  return { parts: shown, isWhole: shown[0] === `${whole.from}-${whole.until}` }
}

/** Such as `09:00`, which compares with others as a text. */
const clockTime = (hour: number) => `${String(hour).padStart(2, '0')}:00`
