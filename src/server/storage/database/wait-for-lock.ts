import { setTimeout as delay } from 'node:timers/promises'

/**
 * How long work waits for a file that another process has locked. With it a visitor is told well before the page gives
 * up, which is after 15 s, and a server that is stopped still answers who waits.
 */
const LIMIT_SECONDS = 2.5

/** Our own writes, and those of the commands, take milliseconds. */
const PAUSE_MS = 10

/** The time that one piece of work has for waiting, from when it is asked for: its turn may come late. */
export class LockWait {
  readonly #endsAt = process.uptime() + LIMIT_SECONDS

  /** Waits a little. @returns false, at once, when the time is over */
  async pause(): Promise<boolean> {
    if (process.uptime() >= this.#endsAt) return false
    await delay(PAUSE_MS)
    return true
  }
}

/** Whether an error of SQLite says that another process has locked the file. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_BUSY/.test(String(error.code))
}
