import type { Logger } from 'pino'
import { Repeated } from '../repeated.ts'
import { recordRun } from '../storage/alerts.ts'
import { deleteEventsBefore } from '../storage/audit.ts'
import { requestOfFuture, StoreClock } from '../storage/clock.ts'
import type { Database } from '../storage/database/open-database.ts'
import { MAX_REWRITTEN_BYTES, vacuumErased } from '../storage/database/vacuum-erased.ts'
import type { Erasures } from '../storage/erasure.ts'
import { deleteExpiredSignIns } from '../storage/sessions.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** How often the store's clock is advanced, and a purge that failed is tried again. The first purge comes after one interval. */
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

/** The instant that is so many days before another. */
export function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * DAY_MS)
}

/**
 * Erases requests that are older than the retention period, once a day of running time, first an hour after the start. The
 * period is counted by the store's own clock, so no clock that is wrong ends it early. Requests that are on the erasure
 * list and still stored are erased at the start. Each hour it deletes what the callback desk no longer needs.
 */
export class Retention {
  readonly #options: RetentionOptions
  readonly #storeClock: StoreClock
  #purgedAt = Number.NEGATIVE_INFINITY
  /** Whether the file may still contain erased data. At the start that is not known. */
  #needsVacuum = true
  #isFirst = true
  readonly #sweeps: Repeated

  constructor(options: RetentionOptions) {
    const { database, now, logger } = options
    this.#options = options
    this.#storeClock = new StoreClock(database)
    this.#sweeps = new Repeated(
      () => this.#work(),
      SWEEP_MS,
      async (error) => {
        logger.error({ err: error }, 'the retention sweep failed')
        // Where the store cannot take it, nothing can be stored at all, and somebody is told of that.
        await recordRun(database, 'retention', 'failed', now()).catch(() => {})
      },
    )
  }

  start(): void {
    this.#sweeps.start()
  }

  /** Starts nothing more, and waits for running work. */
  close(): Promise<void> {
    return this.#sweeps.close()
  }

  /** Resolves when the running work has ended. */
  idle(): Promise<void> {
    return this.#sweeps.idle()
  }

  async #work(): Promise<void> {
    if (!this.#isFirst) return this.#sweep()
    this.#isFirst = false
    await this.#storeClock.advance()
    await this.#warnOfFuture()
    if ((await this.#options.erasures.finishLatest()) > 0) await this.#vacuum()
  }

  async #sweep(): Promise<void> {
    const { database, now } = this.#options
    const storeTime = await this.#storeClock.advance()
    if (performance.now() - this.#purgedAt >= DAY_MS) await this.#purge(storeTime)
    await this.#sweepDesk(storeTime)
    await recordRun(database, 'retention', 'succeeded', now())
  }

  async #purge(storeTime: Date): Promise<void> {
    const { erasures, retentionDays, now, logger } = this.#options
    await erasures.finishLatest()
    const received = daysBefore(now(), retentionDays)
    const erased = await erasures.purge({ received, kept: daysBefore(storeTime, retentionDays) })
    this.#needsVacuum ||= erased > 0
    if (this.#needsVacuum) await this.#vacuum()
    this.#purgedAt = performance.now()
    await this.#warnOfFuture()
    logger.info({ erased, retentionDays }, 'old requests erased')
  }

  async #warnOfFuture(): Promise<void> {
    const { database, now, logger } = this.#options
    const reference = await requestOfFuture(database, now())
    if (reference !== undefined) logger.warn({ reference }, 'a request is dated in the future: check the clock')
  }

  /** Deletes what the callback desk no longer needs, also where there is no desk any more. */
  async #sweepDesk(storeTime: Date): Promise<void> {
    const { database, retentionDays } = this.#options
    const now = this.#options.now()
    await deleteExpiredSignIns(database, now)
    const earlier = storeTime < now ? storeTime : now
    await deleteEventsBefore(database, daysBefore(earlier, Math.max(retentionDays, MIN_AUDIT_DAYS)))
  }

  async #vacuum(): Promise<void> {
    const { database, logger } = this.#options
    this.#needsVacuum = !(await vacuumErased(database, { maxBytes: MAX_REWRITTEN_BYTES }))
    if (this.#needsVacuum) logger.warn('the file may still contain erased data: see "requests purge"')
  }
}
