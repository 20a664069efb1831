/** For how long a clock must stay put forward before the change is accepted. */
const TRIAL_MS = 24 * 60 * 60_000

/** How far the wall clock was ahead of the monotonic clock, and when. */
interface Reading {
  at: number
  aheadMs: number
}

/**
 * A clock for work that must not happen early. It accepts a jump forward of the wall clock after a day, and a step back
 * at once: it advances each reading of the last 24 h to now by the monotonic clock, and uses the earliest.
 */
export class MonotonicSafeClock {
  readonly #wallClock: () => Date
  #readings: Reading[] = []

  constructor(wallClock: () => Date) {
    this.#wallClock = wallClock
    this.now()
  }

  /** Detects a jump only when it is called, so it must be called several times a day. */
  now(): Date {
    const at = performance.now()
    this.#readings = this.#readings.filter((reading) => at - reading.at < TRIAL_MS)
    this.#readings.push({ at, aheadMs: this.#wallClock().getTime() - at })
    return new Date(at + Math.min(...this.#readings.map(({ aheadMs }) => aheadMs)))
  }
}
