import { nextMidnight } from '../../callback-request/calling/buckets.ts'
import { DAY_MS, HOUR_MS, type InventedTime } from './invented-time.ts'

/** How busy each hour of a day is, from midnight on. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 7, 10, 14, 16, 15, 13, 12, 12, 13, 14, 15, 16, 18, 18, 14, 8, 4] as const
const BUSIEST_HOUR = 18

/** A quiet day has this share of the requests of a busy one. */
const QUIET_DAY = 0.5

/** Instants of receipt, in their order, from the start to the last: more by day than by night, and not equal each day. */
export function receipts({ random, now, start, timeZone }: InventedTime, last: Date, count: number): Date[] {
  const midnight = nextMidnight(now, timeZone).getTime()
  const days = Array.from({ length: Math.ceil((midnight - start.getTime()) / DAY_MS) }, () =>
    random.between(QUIET_DAY, 1),
  )
  const instants = new Float64Array(count)
  for (let index = 0; index < count; ) {
    const instant = Math.floor(random.between(start.getTime(), last.getTime()))
    const before = midnight - instant
    // On a day of a clock change this is an hour wrong, which nobody can see.
    const hour = 23 - ((Math.ceil(before / HOUR_MS) - 1) % 24)
    const busy = ((HOURS[hour] ?? 0) / BUSIEST_HOUR) * (days[Math.ceil(before / DAY_MS) - 1] ?? 0)
    if (random.chance(busy)) instants[index++] = instant
  }
  return Array.from(instants.sort(), (instant) => new Date(instant))
}
