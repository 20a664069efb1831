import { nextMidnight } from '../../callback-request/calling/buckets.ts'
import { chosenWindow, type SlotWindow } from '../../callback-request/calling/requeue.ts'
import { localDayText } from '../../callback-request/local-clock.ts'
import { TIME_SLOTS } from '../../callback-request/time-slots.ts'
import { DAY_MS, HOUR_MS, type InventedTime } from './invented-time.ts'

/** The slot and day that somebody asks for in a call: on one of the next local days after it. */
export function laterWindow({ random, timeZone }: InventedTime, at: Date, mostDays: number): SlotWindow {
  const tomorrow = nextMidnight(at, timeZone).getTime()
  for (;;) {
    // A day's noon is on that day whatever the clocks do in its night.
    const noon = new Date(tomorrow + random.below(mostDays) * DAY_MS + 12 * HOUR_MS)
    const slot = random.pick(TIME_SLOTS)
    const window = chosenWindow(localDayText(noon, timeZone), slot, at, timeZone)
    // A clock change may leave nothing of a slot.
    if (window) return { slot, window }
  }
}
