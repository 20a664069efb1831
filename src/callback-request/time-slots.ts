/** The option for a call at any hour. It has no start and no end. */
export const ANYTIME = 'Anytime'

/**
 * When a visitor can ask for a call: at any time, or in one of twelve two-hour windows of the department's local day.
 * Source: specification, section 9.
 */
export const TIME_SLOTS = [
  ANYTIME,
  '12:00am-02:00am',
  '02:00am-04:00am',
  '04:00am-06:00am',
  '06:00am-08:00am',
  '08:00am-10:00am',
  '10:00am-12:00pm',
  '12:00pm-02:00pm',
  '02:00pm-04:00pm',
  '04:00pm-06:00pm',
  '06:00pm-08:00pm',
  '08:00pm-10:00pm',
  '10:00pm-12:00am',
] as const

export type TimeSlot = (typeof TIME_SLOTS)[number]

/** Both ends of a window as local clock times such as `02:00am`; both null for Anytime. */
export type SlotTimes = { startTime: string; endTime: string } | { startTime: null; endTime: null }

/** Splits a slot at its hyphen, each part trimmed (specification, section 5). Anytime has no times. */
export function splitTimeSlot(slot: TimeSlot): SlotTimes {
  const [startTime, endTime] = slot.split('-').map((part) => part.trim())
  if (startTime === undefined || endTime === undefined) return { startTime: null, endTime: null }
  return { startTime, endTime }
}

/**
 * The slot of a call's `start_time` and `end_time`. Absent and null times mean Anytime.
 *
 * @returns undefined when they are not the two ends of one slot
 */
export function slotFromTimes(startTime: unknown, endTime: unknown): TimeSlot | undefined {
  return TIME_SLOTS.find((slot) => {
    const times = splitTimeSlot(slot)
    return times.startTime === (startTime ?? null) && times.endTime === (endTime ?? null)
  })
}
