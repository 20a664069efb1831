import { offsetAt, setZoneOfDate } from '../callback-request/local-clock.ts'

/**
 * Sets the clock of this process to a zone. Undefined sets it back to the machine's. `TZ` is no setting of ours, which
 * `config.ts` would read: writing it is how Node.js is told the zone of `Date`.
 */
export function setProcessClock(timeZone: string | undefined): void {
  if (timeZone === undefined) delete process.env.TZ
  else process.env.TZ = timeZone
  setZoneOfDate(timeZone)
}

/** How far the clock of the department's zone is ahead of UTC, in ms, as the build knows it. */
export interface ClockSample {
  at: string
  aheadMs: number
}

/** One sample for each month of a year and the next. */
export function clockSamples(timeZone: string, year: number): ClockSample[] {
  return Array.from({ length: 24 }, (_, month) => {
    const at = new Date(Date.UTC(year, month, 15))
    return { at: at.toISOString(), aheadMs: offsetAt(at, timeZone) }
  })
}

/**
 * One line when the clock of this process, which was set to a zone, does not follow it: then each window would be at
 * another hour. `Intl` is asked only where the samples differ, since its first use takes 8 MB (decision 45).
 */
export function clockProblem(timeZone: string, samples: readonly ClockSample[]): string | null {
  const ofProcess = ({ at }: ClockSample) => -new Date(at).getTimezoneOffset() * 60_000
  if (samples.every((sample) => ofProcess(sample) === sample.aheadMs)) return null
  setZoneOfDate(undefined)
  const isRight = samples.every((sample) => ofProcess(sample) === offsetAt(new Date(sample.at), timeZone))
  setZoneOfDate(timeZone)
  return isRight ? null : `The clock of this process does not follow ${timeZone}, the timeZone of department.json.`
}
