/** How long a clock that was put forward has to stay so until it is believed. */
const TRIAL_MS = 24 * 60 * 60_000

/** How far the wall clock was ahead of the stopwatch, and when. */
interface Sight {
  at: number
  aheadMs: number
}

/**
 * Tells the time for what must not happen early. A clock that jumps forward is believed after a day; one that is put
 * back, at once: of all that it has said in the last 24 h by the stopwatch, carried forward, the earliest counts.
 */
export class MonotonicSafeClock {
  readonly #wallClock: () => Date
  #sights: Sight[] = []

  constructor(wallClock: () => Date) {
    this.#wallClock = wallClock
    this.now()
  }

  /** Sees a jump only when it is asked, so it has to be asked several times a day. */
  now(): Date {
    const at = performance.now()
    this.#sights = this.#sights.filter((sight) => at - sight.at < TRIAL_MS)
    this.#sights.push({ at, aheadMs: this.#wallClock().getTime() - at })
    return new Date(at + Math.min(...this.#sights.map(({ aheadMs }) => aheadMs)))
  }
}
