import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { OverdueCallbacks } from '../storage/callbacks/overdue-callbacks.ts'
import type { Database } from '../storage/database/open-database.ts'

/** How often overdue callbacks are looked for. Source: desk, section 4. */
const CHECK_MS = 30_000

/** After each step the posts have their turn. */
const PAUSE_MS = 50

interface Options {
  database: Database
  /** Called when mails were queued. */
  onQueued: () => void
  logger: FastifyBaseLogger
  now: () => Date
  /** A test passes a shorter time. */
  checkMs?: number
}

/** Queues mails about overdue callbacks, in the background and in small steps. */
export class OverdueMails {
  readonly #callbacks: OverdueCallbacks
  readonly #onQueued: () => void
  readonly #logger: FastifyBaseLogger
  readonly #now: () => Date
  readonly #checkMs: number
  readonly #closing = new AbortController()
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor({ database, onQueued, logger, now, checkMs = CHECK_MS }: Options) {
    this.#callbacks = new OverdueCallbacks(database)
    this.#onQueued = onQueued
    this.#logger = logger
    this.#now = now
    this.#checkMs = checkMs
  }

  /** Checks now, unless a check is running, and from then on every 30 s. Resolves when the check has ended. */
  check(): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve()
    this.#running ??= this.#run()
    return this.#running
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
      const now = this.#now()
      while (!signal.aborted && (await this.#callbacks.queueMails(now)) > 0) {
        this.#onQueued()
        await delay(PAUSE_MS, undefined, { signal }).catch(() => {})
      }
    } catch (error) {
      this.#logger.error({ err: error }, 'mails about overdue callbacks cannot be queued')
    }
    this.#running = undefined
    if (!signal.aborted) this.#timer = setTimeout(() => void this.check(), this.#checkMs).unref()
  }
}
