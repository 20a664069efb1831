import type { Logger } from 'pino'
import { recordRun } from '../storage/alerts/maintenance-runs.ts'
import { AuditEvents } from '../storage/audit/audit-events.ts'
import type { Database } from '../storage/database/open-database.ts'
import type { Erasures } from '../storage/erasure/erasures.ts'
import { MAX_REWRITTEN_BYTES, vacuumErased } from '../storage/erasure/vacuum-erased.ts'
import { type ClockCorrection, shiftKeptFrom } from '../storage/requests/shift-kept-from.ts'
import { deleteExpiredSignIns } from '../storage/staff/expired-sign-ins.ts'
import { MonotonicSafeClock } from './monotonic-safe-clock.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** A smaller difference comes from a clock that is being adjusted, or from a busy process. */
const TOLERANCE_MS = 10_000

/** How often the clock is checked for a correction. One that could not be stored is tried again then. */
const CLOCK_CHECK_MS = 60_000

/** How often the safe clock is read, and a purge that failed is tried again. The first purge comes after one interval. */
const SWEEP_MS = HOUR_MS

/** Audit events are kept at least this long: a day more than the database requires, whose clock may differ from ours. */
const MIN_AUDIT_DAYS = 366

interface RetentionOptions {
  database: Database
  erasures: Erasures
  retentionDays: number
  now: () => Date
  logger: Logger
}

/** The instant before which requests have been kept long enough. */
export function receivedBefore(now: Date, retentionDays: number): Date {
  return new Date(now.getTime() - retentionDays * DAY_MS)
}

/**
 * Erases requests that are older than the retention period, once a day of running time, first an hour after the start:
 * by then a machine whose clock was wrong at boot has set it. Requests that are on the erasure list and still stored
 * are erased at the start. Each hour it deletes what the callback desk no longer needs.
 */
export class Retention {
  readonly #database: Database
  readonly #erasures: Erasures
  readonly #retentionDays: number
  readonly #wallClock: () => Date
  readonly #clock: MonotonicSafeClock
  readonly #logger: Logger
  #purgedAt = Number.NEGATIVE_INFINITY
  /** Whether the file may still contain erased data. At the start that is not known. */
  #needsVacuum = true
  #running: Promise<void> = Promise.resolve()
  /** The clocks when they were last compared. */
  #reading: { wall: number; monotonic: number }
  /** The earliest instant that the wall clock may have shown since it was last put forward. */
  #since: number
  /** Corrections of the clock that are not yet stored in the requests, in their order. */
  #corrections: ClockCorrection[] = []
  /** Whether a run that stores them is in progress or queued. */
  #isCorrecting = false
  /** Whether anything of the latest sweep failed. */
  #hasFailed = false
  #timers: NodeJS.Timeout[] = []

  constructor({ database, erasures, retentionDays, now, logger }: RetentionOptions) {
    this.#database = database
    this.#erasures = erasures
    this.#retentionDays = retentionDays
    this.#wallClock = now
    this.#clock = new MonotonicSafeClock(now)
    this.#reading = { wall: now().getTime(), monotonic: performance.now() }
    this.#since = this.#reading.wall
    this.#logger = logger
  }

  start(): void {
    this.#timers = [
      setInterval(() => this.#correctRequests(), CLOCK_CHECK_MS),
      setInterval(() => this.#run(() => this.#sweep()), SWEEP_MS),
    ]
    this.#run(async () => {
      if ((await this.#erasures.finishLatest()) > 0) await this.#vacuum()
    })
  }

  /** Starts nothing more, and waits for running work. Checks the clock once more, for a change in the last minute. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#correctRequests()
    await this.idle()
  }

  /** Resolves when all work that was started has ended. */
  async idle(): Promise<void> {
    await this.#running
  }

  #run(work: () => Promise<void>): void {
    this.#running = this.#running.then(work).catch((error) => this.#fail(error, 'the retention sweep failed'))
  }

  async #fail(error: unknown, message: string): Promise<void> {
    this.#hasFailed = true
    this.#logger.error({ err: error }, message)
    // Where the store cannot take it, nothing can be stored at all, and somebody is told of that.
    await recordRun(this.#database, 'retention', 'failed', this.#wallClock()).catch(() => {})
  }

  /** Corrects at once the requests that came before the clock was put forward: the process may be stopped soon. */
  #correctRequests(): void {
    this.#checkClock()
    if (this.#corrections.length === 0 || this.#isCorrecting) return
    this.#isCorrecting = true
    this.#run(async () => {
      await this.#storeCorrections()
      this.#isCorrecting = false
    })
  }

  /** Compares the wall clock with the monotonic one. What happened before the start cannot be known. */
  #checkClock(): void {
    const reading = { wall: this.#wallClock().getTime(), monotonic: performance.now() }
    const expected = this.#reading.wall + reading.monotonic - this.#reading.monotonic
    const byMs = Math.round(reading.wall - expected)
    this.#reading = reading
    this.#since = Math.min(this.#since, reading.wall)
    if (byMs < TOLERANCE_MS) return
    this.#corrections.push({ from: new Date(this.#since), until: new Date(expected), byMs })
    // Where their retention period begins now.
    this.#since += byMs
    this.#logger.warn({ seconds: byMs / 1_000 }, 'the clock was put forward')
  }

  /** @returns whether all corrections are stored; a fault is logged */
  async #storeCorrections(): Promise<boolean> {
    try {
      for (let [next] = this.#corrections; next !== undefined; [next] = this.#corrections) {
        await shiftKeptFrom(this.#database, next)
        this.#corrections.shift()
      }
      return true
    } catch (error) {
      await this.#fail(
        error,
        'requests with a wrong date could not be corrected; nothing is purged until this succeeds',
      )
      return false
    }
  }

  async #sweep(): Promise<void> {
    const now = this.#clock.now()
    this.#hasFailed = false
    await this.#sweepDesk(now)
    if (performance.now() - this.#purgedAt >= DAY_MS) await this.#purge(now)
    const isComplete = !this.#hasFailed && this.#corrections.length === 0
    if (isComplete) await recordRun(this.#database, 'retention', 'succeeded', this.#wallClock())
  }

  async #purge(now: Date): Promise<void> {
    await this.#erasures.finishLatest()
    this.#checkClock()
    if (!(await this.#storeCorrections())) return
    const erased = await this.#erasures.purge(receivedBefore(now, this.#retentionDays), now)
    this.#needsVacuum ||= erased > 0
    if (this.#needsVacuum) await this.#vacuum()
    this.#purgedAt = performance.now()
    const future = await this.#erasures.latestReceivedAfter(this.#wallClock())
    if (future !== undefined) {
      this.#logger.warn({ reference: future }, 'a request is dated in the future, so others are kept too long')
    }
    this.#logger.info({ erased, retentionDays: this.#retentionDays }, 'old requests erased')
  }

  /** Deletes what the callback desk no longer needs, also where there is no desk any more. A fault is logged. */
  async #sweepDesk(now: Date): Promise<void> {
    try {
      await deleteExpiredSignIns(this.#database, now)
      const auditDays = Math.max(this.#retentionDays, MIN_AUDIT_DAYS)
      await new AuditEvents(this.#database).deleteBefore(receivedBefore(now, auditDays))
    } catch (error) {
      await this.#fail(error, 'old sign-ins and audit events could not be deleted; the next sweep tries again')
    }
  }

  async #vacuum(): Promise<void> {
    if (await vacuumErased(this.#database, { maxBytes: MAX_REWRITTEN_BYTES })) {
      this.#needsVacuum = false
      return
    }
    this.#logger.warn('the file may still contain erased data: see "requests purge"')
  }
}
