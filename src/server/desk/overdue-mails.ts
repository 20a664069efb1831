import type { FastifyBaseLogger } from 'fastify'
import { OverdueCallbacks } from '../storage/callbacks/overdue-callbacks.ts'
import type { Database } from '../storage/database/open-database.ts'

/** How often overdue callbacks are looked for. Source: desk, section 4. */
const CHECK_MS = 30_000

interface Options {
  database: Database
  /** Called when mails were queued. */
  onQueued: () => void
  logger: FastifyBaseLogger
  now: () => Date
  /** A test passes a shorter time. */
  checkMs?: number
}

/** Queues mails about overdue callbacks, in the background. */
export class OverdueMails {
  readonly #callbacks: OverdueCallbacks
  readonly #onQueued: () => void
  readonly #logger: FastifyBaseLogger
  readonly #now: () => Date
  readonly #checkMs: number
  #isClosing = false
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
    if (this.#isClosing) return Promise.resolve()
    this.#running ??= this.#run()
    return this.#running
  }

  /** Ends after the running check. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      if ((await this.#callbacks.queueMails(this.#now())) > 0) this.#onQueued()
    } catch (error) {
      this.#logger.error({ err: error }, 'mails about overdue callbacks cannot be queued')
    }
    this.#running = undefined
    if (!this.#isClosing) this.#timer = setTimeout(() => void this.check(), this.#checkMs).unref()
  }
}
