import { setTimeout as delay } from 'node:timers/promises'
import { StoreUnavailable } from './store-unavailable.ts'

/**
 * How long work waits for a file that another process has locked. A visitor gets an answer well before the page gives
 * up, which is after 15 s, and a server that is stopped still answers all who wait.
 */
const LOCK_TIMEOUT_MS = 2_500

/** Our own writes, and those of the commands, take milliseconds. */
const PAUSE_MS = 10

/** How long one piece of work may still wait, counted from when it was requested: its turn may come late. */
export class LockWait {
  readonly #endsAt: number

  constructor(timeoutMs = LOCK_TIMEOUT_MS) {
    this.#endsAt = process.uptime() + timeoutMs / 1_000
  }

  /** Waits a little. @returns false, at once, when the time is over */
  async pause(): Promise<boolean> {
    if (process.uptime() >= this.#endsAt) return false
    await delay(PAUSE_MS)
    return true
  }
}

/** Whether SQLite failed because another process has locked the file. */
export function isLocked(error: unknown): boolean {
  const fault = error instanceof StoreUnavailable ? error.cause : error
  return fault instanceof Error && 'code' in fault && /^SQLITE_BUSY/.test(String(fault.code))
}
