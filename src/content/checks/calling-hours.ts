import type { Offer } from '../../callback-request/department-facts.ts'
import { hourOf } from '../../callback-request/due-window.ts'
import { splitTimeSlot } from '../../callback-request/time-slots.ts'
import type { CallingHours, DepartmentDetails } from '../schema.ts'
import { WEEKDAYS } from '../weekdays.ts'
import { placeOf } from './place.ts'

/** Hours end after they begin, and the days of each group are in the order of the week, each once. */
export function callingHoursMistakes(
  { callingHours }: Pick<DepartmentDetails, 'callingHours'>,
  file: string,
): string[] {
  return [callingHours].flat().flatMap(({ days, from, until }, at) => {
    const place = (name: string) => placeOf(file, ['callingHours', ...(Array.isArray(callingHours) ? [at] : []), name])
    const sorted = WEEKDAYS.filter((day) => days.includes(day))
    const inOrder = String(sorted) === String(days)
    return [
      ...(inOrder ? [] : [`${place('days')}: should be in the order of the week, each once: ${sorted.join(', ')}`]),
      ...(from < until ? [] : [`${place('until')}: ${until} is not after ${from}; midnight is 24:00`]),
    ]
  })
}

/** The offered slots in which nobody calls on any day. */
export function slotWarnings(offer: Offer, hours: DepartmentDetails['callingHours'], file: string): string[] {
  const outside = slotsOutside(offer.timeSlots, hours)
  if (outside.length === 0) return []
  const place = placeOf(file, ['timeSlots'])
  return [
    `${place}: visitors can choose ${outside.join(', ')}, but callingHours has no hour of ${outside.length > 1 ? 'these' : 'this'}`,
  ]
}

/** Those slots of which no minute is within the calling hours of any day. Anytime always is within. */
export function slotsOutside(slots: Offer['timeSlots'], hours: DepartmentDetails['callingHours']): Offer['timeSlots'] {
  return slots.filter((slot) => {
    const { startTime, endTime } = splitTimeSlot(slot)
    if (startTime === null) return false
    const [start, end] = [hourOf(startTime), hourOf(endTime) || 24]
    return ![hours].flat().some(({ from, until }: CallingHours) => hoursOf(from) < end && hoursOf(until) > start)
  })
}

/** @param time such as `09:30` */
const hoursOf = (time: string) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60
