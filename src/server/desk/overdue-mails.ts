import type { FastifyBaseLogger } from 'fastify'
import { queueMails } from '../storage/callbacks/overdue-callbacks.ts'
import type { Database } from '../storage/database/open-database.ts'

/** How often overdue callbacks are looked for. Source: desk, section 4. */
const CHECK_MS = 30_000

interface Options {
  database: Database
  /** Called when mails were queued. */
  onQueued: () => void
  logger: FastifyBaseLogger
  now: () => Date
}

export type OverdueMails = ReturnType<typeof queueOverdueMails>

/** Queues mails about overdue callbacks in the background, from the first check until it is closed. */
export function queueOverdueMails({ database, onQueued, logger, now }: Options) {
  let isClosing = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  /** Checks now, unless a check is running, and from then on every 30 s. Resolves when the check has ended. */
  function check(): Promise<void> {
    if (isClosing) return Promise.resolve()
    running ??= run()
    return running
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    try {
      if ((await queueMails(database, now())) > 0) onQueued()
    } catch (error) {
      logger.error({ err: error }, 'mails about overdue callbacks cannot be queued')
    }
    running = undefined
    if (!isClosing) timer = setTimeout(() => void check(), CHECK_MS).unref()
  }

  /** Ends after the running check. */
  async function close(): Promise<void> {
    isClosing = true
    clearTimeout(timer)
    await running
  }

  return { check, close }
}
