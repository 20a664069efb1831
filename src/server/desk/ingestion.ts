import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { ingest, startIngestion } from '../storage/callbacks/ingest.ts'
import type { Database } from '../storage/database/open-database.ts'
import { writeWords } from '../storage/search/request-words.ts'
import type { ChangeFeed } from './change-feed.ts'

/** How often the store is asked for requests that other instances have stored. Source: desk, section 12. */
const SWEEP_MS = 1_000

/**
 * While posts come, each step is followed by a pause of nineteen times its duration, so that the posts have 95 % of the
 * time: on average of eight rounds they were 0.93 times as many as without the desk; with nine times, 0.89. With more
 * than 300 ms a slow database would ingest fewer than 100 requests a second.
 */
const PAUSE_PER_STEP = 19
const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 300

/**
 * Joins new requests to callbacks, in the background and in small steps, so that the posts hardly wait for it. Woken
 * by each request that this instance stores, and each second for those of others.
 */
export class Ingestion {
  readonly #database: Database
  readonly #timeZone: string
  readonly #changes: ChangeFeed
  readonly #logger: FastifyBaseLogger
  readonly #now: () => Date
  #running: Promise<void> | undefined
  readonly #closing = new AbortController()
  #isWanted = false
  #hasStarted = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: {
    database: Database
    timeZone: string
    changes: ChangeFeed
    logger: FastifyBaseLogger
    now: () => Date
  }) {
    this.#database = options.database
    this.#timeZone = options.timeZone
    this.#changes = options.changes
    this.#logger = options.logger
    this.#now = options.now
  }

  /** Ingests what waits for it. */
  wake(): void {
    this.#isWanted = true
    if (!this.#closing.signal.aborted) this.#running ??= this.#run()
  }

  /** Ends after the running step. */
  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#timer)
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    clearTimeout(this.#timer)
    try {
      if (!this.#hasStarted) await startIngestion(this.#database, this.#now())
      this.#hasStarted = true
      while (this.#isWanted && !signal.aborted) {
        this.#isWanted = false
        const begin = performance.now()
        const { changed, isMore } = await ingest(this.#database, this.#timeZone)
        if (changed.length > 0) this.#changes.publish(changed)
        // Words last, and not while posts come: neither a call nor a post must wait until requests can be found.
        const hasMoreWords = !isMore && !this.#isWanted && (await writeWords(this.#database))
        const stepMs = performance.now() - begin
        const pauseMs = Math.min(Math.max(MIN_PAUSE_MS, PAUSE_PER_STEP * stepMs), MAX_PAUSE_MS)
        // Posts that were stored together with this step say so in this turn.
        await setImmediate()
        if (this.#isWanted) await delay(pauseMs, undefined, { signal }).catch(() => {})
        if (isMore || hasMoreWords) this.#isWanted = true
      }
    } catch (error) {
      this.#logger.error({ err: error }, 'new requests cannot be added to the worklist')
    }
    this.#running = undefined
    if (!signal.aborted) this.#timer = setTimeout(() => this.wake(), SWEEP_MS).unref()
  }
}
