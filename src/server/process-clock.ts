import { setZoneOfDate } from '../callback-request/local-clock.ts'

/** Sets the clock of this process to a zone. Undefined sets it back to the machine's. */
export function setProcessClock(timeZone: string | undefined): void {
  if (timeZone === undefined) delete process.env.TZ
  else process.env.TZ = timeZone
  setZoneOfDate(timeZone)
}
