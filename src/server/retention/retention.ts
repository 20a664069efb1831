import type { Logger } from 'pino'
import type { Database } from '../storage/database/open-database.ts'
import type { Erasures } from '../storage/erasure/erasures.ts'
import { vacuumErased } from '../storage/erasure/vacuum-erased.ts'
import { type ClockCorrection, correctKeptFrom } from '../storage/requests/correct-kept-from.ts'
import { ClockCorrections } from './clock-corrections.ts'
import { MonotonicSafeClock } from './monotonic-safe-clock.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** How often to look whether the clock was put forward. A correction that could not be written is tried again then. */
const CORRECTION_LOOK_MS = 60_000

/** How often the clock is looked at, and a purge that failed is tried again. The first purge comes after one. */
const LOOK_MS = HOUR_MS

/**
 * Up to which size the file is written anew after a purge, which takes 6 ms and 1 MB of memory for each MB, while posts
 * wait: 64 MiB, some 70,000 requests.
 */
export const REWRITTEN_UP_TO_BYTES = 64 * 1_024 * 1_024

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
 * Erases what is older than is kept, once a day of running time, the first time an hour after the start: by then a
 * machine whose clock was wrong at boot has set it. What is on the erasure list and yet there goes at once.
 */
export class Retention {
  readonly #database: Database
  readonly #erasures: Erasures
  readonly #retentionDays: number
  readonly #wallClock: () => Date
  readonly #clock: MonotonicSafeClock
  readonly #clockCorrections: ClockCorrections
  readonly #logger: Logger
  #purgedAt = Number.NEGATIVE_INFINITY
  /** Whether something may have been erased that was not yet overwritten: before the start, for all we know. */
  #owesOverwriting = true
  #running: Promise<void> = Promise.resolve()
  /** Corrections of the clock that are not yet written to the requests. */
  #corrections: ClockCorrection[] = []
  /** Whether a run that writes them is under way or queued. */
  #isCorrecting = false
  #timers: NodeJS.Timeout[] = []

  constructor({ database, erasures, retentionDays, now, logger }: RetentionOptions) {
    this.#database = database
    this.#erasures = erasures
    this.#retentionDays = retentionDays
    this.#wallClock = now
    this.#clock = new MonotonicSafeClock(now)
    this.#clockCorrections = new ClockCorrections(now)
    this.#logger = logger
  }

  start(): void {
    this.#timers = [
      setInterval(() => this.#correctDates(), CORRECTION_LOOK_MS),
      setInterval(() => this.#run(() => this.#look()), LOOK_MS),
    ]
    this.#run(async () => {
      if ((await this.#erasures.finishLatest()) > 0) await this.#overwrite()
    })
  }

  /** Begins nothing more, and lets what has begun end. A clock that was put forward just now is looked for once more. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#correctDates()
    await this.settled()
  }

  /** Resolves when what has begun has ended. */
  async settled(): Promise<void> {
    await this.#running
  }

  #run(work: () => Promise<void>): void {
    this.#running = this.#running
      .then(work)
      .catch((error) => this.#logger.error({ err: error }, 'what is kept too long cannot be erased'))
  }

  /** Requests that came before the clock was put forward are dated at once: the process may be stopped soon. */
  #correctDates(): void {
    this.#lookForCorrection()
    if (this.#corrections.length === 0 || this.#isCorrecting) return
    this.#isCorrecting = true
    this.#run(async () => {
      await this.#correctKeptFrom()
      this.#isCorrecting = false
    })
  }

  #lookForCorrection(): void {
    const corrections = this.#clockCorrections.next()
    if (corrections === undefined) return
    this.#corrections = corrections
    this.#logger.warn({ seconds: (corrections.at(-1)?.byMs ?? 0) / 1_000 }, 'the clock was put forward')
  }

  /** @returns whether all corrections are written; what keeps one from it is logged */
  async #correctKeptFrom(): Promise<boolean> {
    try {
      for (let [next] = this.#corrections; next !== undefined; [next] = this.#corrections) {
        await correctKeptFrom(this.#database, next)
        // Others may have taken its place meanwhile.
        this.#corrections = this.#corrections.filter((each) => each !== next)
      }
      return true
    } catch (error) {
      this.#logger.error(
        { err: error },
        'requests that a wrong clock dated cannot be corrected: nothing is purged until they are',
      )
      return false
    }
  }

  async #look(): Promise<void> {
    const now = this.#clock.now()
    if (performance.now() - this.#purgedAt < DAY_MS) return
    await this.#erasures.finishLatest()
    this.#lookForCorrection()
    if (!(await this.#correctKeptFrom())) return
    const erased = await this.#erasures.purge(receivedBefore(now, this.#retentionDays), now)
    this.#owesOverwriting ||= erased > 0
    if (this.#owesOverwriting) await this.#overwrite()
    this.#purgedAt = performance.now()
    const future = await this.#erasures.latestReceivedAfter(this.#wallClock())
    if (future !== undefined) {
      this.#logger.warn({ reference: future }, 'a request is dated in the future, which keeps others too long')
    }
    this.#logger.info({ erased, retentionDays: this.#retentionDays }, 'old requests erased')
  }

  async #overwrite(): Promise<void> {
    if (await vacuumErased(this.#database, { upToBytes: REWRITTEN_UP_TO_BYTES })) {
      this.#owesOverwriting = false
      return
    }
    this.#logger.warn('what was erased may still be readable in the file: see "requests purge"')
  }
}
