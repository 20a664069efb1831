import type { ClockCorrection } from './storage/date-forward.ts'

/** Less is a clock that is being adjusted, or a busy process. */
const TOLERANCE_MS = 10_000

/**
 * Notices that the wall clock was put forward while the process ran: by more than the stopwatch says has passed. It
 * sees that only when it is asked, and cannot see what happened before the start.
 */
export class ClockCorrections {
  readonly #wallClock: () => Date
  #previous: { wall: number; stopwatch: number }
  /** The earliest instant that the clock may have told since it was last put forward or back. */
  #since: number

  constructor(wallClock: () => Date) {
    this.#wallClock = wallClock
    this.#previous = this.#read()
    this.#since = this.#previous.wall
  }

  /** The correction since the last time of asking, if there was one. */
  next(): ClockCorrection | undefined {
    const now = this.#read()
    const elapsed = now.stopwatch - this.#previous.stopwatch
    const expected = this.#previous.wall + elapsed
    const byMs = Math.round(now.wall - expected)
    const from = new Date(this.#since)
    this.#previous = now
    if (Math.abs(byMs) < TOLERANCE_MS) return undefined
    this.#since = now.wall - elapsed
    return byMs > 0 ? { from, until: new Date(expected), byMs } : undefined
  }

  #read() {
    return { wall: this.#wallClock().getTime(), stopwatch: performance.now() }
  }
}
