import type { ClockCorrection } from '../storage/requests/correct-kept-from.ts'

/** Less is a clock that is being adjusted, or a busy process. */
const TOLERANCE_MS = 10_000

/** A clock is put right in a few steps. One that jumps for ever must not be remembered for ever. */
const REMEMBERED_PERIODS = 20

/**
 * Notices that the wall clock was put forward while the process ran: by more than the stopwatch says has passed. It
 * sees that only when it is asked, and cannot see what happened before the start.
 */
export class ClockCorrections {
  readonly #wallClock: () => Date
  #previous: { wall: number; stopwatch: number }
  /** The earliest instant that the clock may have told since it was last put forward or back. */
  #since: number
  /** What the clock told before each time that it was put forward or back, and by how much altogether since then. */
  #periods: ClockCorrection[] = []

  constructor(wallClock: () => Date) {
    this.#wallClock = wallClock
    this.#previous = this.#read()
    this.#since = this.#previous.wall
  }

  /**
   * What to correct if the clock was put forward since the last time of asking: the latest 20 periods of this process
   * between two changes of the clock, each by all changes that followed it. This replaces what was said before.
   */
  next(): ClockCorrection[] | undefined {
    const now = this.#read()
    const elapsed = now.stopwatch - this.#previous.stopwatch
    const expected = this.#previous.wall + elapsed
    const byMs = Math.round(now.wall - expected)
    this.#previous = now
    if (Math.abs(byMs) < TOLERANCE_MS) return undefined
    this.#periods = [...this.#periods, { from: new Date(this.#since), until: new Date(expected), byMs: 0 }]
      .slice(-REMEMBERED_PERIODS)
      .map((period) => ({ ...period, byMs: period.byMs + byMs }))
    this.#since = now.wall - elapsed
    if (byMs < 0) return undefined
    return this.#periods.filter((period) => period.byMs > 0).map((period) => ({ ...period }))
  }

  #read() {
    return { wall: this.#wallClock().getTime(), stopwatch: performance.now() }
  }
}
