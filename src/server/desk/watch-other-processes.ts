import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { CHANGE_CHANNEL, changedIn } from '../storage/callbacks/change-notices.ts'
import type { Database } from '../storage/database/open-database.ts'
import type { ChangeFeed } from './event-streams.ts'

/** Pages show changes of other processes within 2 s. Source: desk, section 9. */
const CHECK_MS = 1_000

interface Options {
  database: Database
  /** Null for SQLite. */
  databaseUrl: URL | null
  changes: ChangeFeed
  logger: FastifyBaseLogger
}

/** Adds the changes of other instances and of the command line to the feed, from `start` until `close`. */
export async function watchOtherProcesses({ database, databaseUrl, changes, logger }: Options) {
  if (databaseUrl === null) return watchFile(database, changes, logger)
  // The driver is loaded only where it is used.
  const { PostgresListener } = await import('../storage/callbacks/postgres-listener.ts')
  let isWarned = false
  return new PostgresListener(databaseUrl.href, CHANGE_CHANNEL, {
    onListening: () => changes.publish([]),
    onNotice(payload) {
      const ids = changedIn(payload)
      if (ids) return changes.publish(ids)
      // Without the text, which may be anything.
      if (!isWarned) logger.warn(`notices on ${CHANGE_CHANNEL} that cannot be read are ignored`)
      isWarned = true
    },
    onFault: (error) => logger.warn({ err: error }, 'changes by other instances are shown late'),
  })
}

/** SQLite changes the version when another connection commits, and never for our own. */
function watchFile(database: Database, changes: ChangeFeed, logger: FastifyBaseLogger) {
  let known: number | undefined
  let timer: NodeJS.Timeout | undefined

  async function check() {
    try {
      const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(database)
      const version = rows[0]?.data_version
      if (known !== undefined && version !== known) changes.publish([])
      known = version
    } catch (error) {
      logger.warn({ err: error }, 'changes by other processes are shown late')
    }
  }

  return {
    start(): void {
      void check()
      timer = setInterval(check, CHECK_MS).unref()
    },
    close: () => clearInterval(timer),
  }
}
