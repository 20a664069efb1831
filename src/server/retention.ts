import type { Logger } from 'pino'
import { CautiousClock } from './cautious-clock.ts'
import { ClockCorrections } from './clock-corrections.ts'
import { type ClockCorrection, dateForward } from './storage/date-forward.ts'
import type { Erasures } from './storage/erasures.ts'
import type { Database } from './storage/open-database.ts'
import { overwriteErased } from './storage/overwrite-erased.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** How often is looked whether the clock was put forward. */
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
  readonly #clock: CautiousClock
  readonly #clockCorrections: ClockCorrections
  readonly #logger: Logger
  #purgedAt = Number.NEGATIVE_INFINITY
  /** Whether something may have been erased that was not yet overwritten: before the start, for all we know. */
  #owesOverwriting = true
  #running: Promise<void> = Promise.resolve()
  /** What requests were not yet dated by. */
  #corrections: ClockCorrection[] = []
  #timers: NodeJS.Timeout[] = []

  constructor({ database, erasures, retentionDays, now, logger }: RetentionOptions) {
    this.#database = database
    this.#erasures = erasures
    this.#retentionDays = retentionDays
    this.#wallClock = now
    this.#clock = new CautiousClock(now)
    this.#clockCorrections = new ClockCorrections(now)
    this.#logger = logger
  }

  start(): void {
    this.#timers = [
      setInterval(() => this.#lookForCorrection(), CORRECTION_LOOK_MS),
      setInterval(() => this.#run(() => this.#look()), LOOK_MS),
    ]
    this.#run(async () => {
      if ((await this.#erasures.finishLatest()) > 0) await this.#overwrite()
    })
  }

  /** Begins nothing more, and lets what has begun end. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
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
  #lookForCorrection(): void {
    const correction = this.#clockCorrections.next()
    if (correction === undefined) return
    this.#corrections.push(correction)
    this.#logger.warn({ seconds: correction.byMs / 1_000 }, 'the clock was put forward')
    this.#run(() => this.#dateForward())
  }

  async #dateForward(): Promise<void> {
    for (let [next] = this.#corrections; next !== undefined; [next] = this.#corrections) {
      await dateForward(this.#database, next)
      this.#corrections.shift()
    }
  }

  async #look(): Promise<void> {
    const now = this.#clock.now()
    this.#lookForCorrection()
    await this.#dateForward()
    if (performance.now() - this.#purgedAt < DAY_MS) return
    await this.#erasures.finishLatest()
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
    if (await overwriteErased(this.#database, { upToBytes: REWRITTEN_UP_TO_BYTES })) {
      this.#owesOverwriting = false
      return
    }
    this.#logger.warn('what was erased may still be readable in the file: see "requests purge"')
  }
}
