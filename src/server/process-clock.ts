import { setZoneOfDate } from '../callback-request/local-clock.ts'

/**
 * Sets the clock of this process to a zone. Undefined sets it back to the machine's. `TZ` is no setting of ours, which
 * `config.ts` would read: writing it is how Node.js is told the zone of `Date`.
 */
export function setProcessClock(timeZone: string | undefined): void {
  if (timeZone === undefined) delete process.env.TZ
  else process.env.TZ = timeZone
  setZoneOfDate(timeZone)
}
