import type { ClockCorrection } from '../storage/requests/correct-kept-from.ts'

/** A smaller difference comes from a clock that is being adjusted, or from a busy process. */
const TOLERANCE_MS = 10_000

/** A clock is corrected in a few steps. Memory must not grow with a clock that jumps for ever. */
const MAX_PERIODS = 20

/**
 * Detects that the wall clock was put forward while the process ran, by comparing it with the monotonic clock. It does
 * so only when it is called, and cannot detect what happened before the start.
 */
export class ClockCorrections {
  readonly #wallClock: () => Date
  #previous: { wall: number; monotonic: number }
  /** The earliest instant that the clock may have shown since it was last put forward or back. */
  #since: number
  /** The periods between changes of the clock, each with the sum of all changes since. */
  #periods: ClockCorrection[] = []

  constructor(wallClock: () => Date) {
    this.#wallClock = wallClock
    this.#previous = this.#read()
    this.#since = this.#previous.wall
  }

  /**
   * What to correct if the clock was put forward since the last call: the latest 20 periods between two changes of the
   * clock in this process, each with the sum of all later changes. This replaces what earlier calls returned.
   */
  next(): ClockCorrection[] | undefined {
    const now = this.#read()
    const elapsed = now.monotonic - this.#previous.monotonic
    const expected = this.#previous.wall + elapsed
    const byMs = Math.round(now.wall - expected)
    this.#previous = now
    if (Math.abs(byMs) < TOLERANCE_MS) return undefined
    this.#periods = [...this.#periods, { from: new Date(this.#since), until: new Date(expected), byMs: 0 }]
      .slice(-MAX_PERIODS)
      .map((period) => ({ ...period, byMs: period.byMs + byMs }))
    this.#since = now.wall - elapsed
    if (byMs < 0) return undefined
    return this.#periods.filter((period) => period.byMs > 0).map((period) => ({ ...period }))
  }

  #read() {
    return { wall: this.#wallClock().getTime(), monotonic: performance.now() }
  }
}
