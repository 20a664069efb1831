import { setTimeout as delay } from 'node:timers/promises'
import type { Database as SqliteFile, Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { Line } from './line.ts'
import { StoreUnavailable, translated } from './store-unavailable.ts'

/** How many statements stay prepared. The server has about forty, and more with lists of varying length. */
const MAX_STATEMENTS = 100

/**
 * How long work waits for a file that another process has locked. A visitor gets an answer well before the page gives
 * up, which is after 15 s, and a server that is stopped still answers all who wait.
 */
const LOCK_TIMEOUT_MS = 2_500

/** Our own writes, and those of the commands, take milliseconds. */
const PAUSE_MS = 10

/**
 * Kysely's SQLite dialect for several processes on one file. Work that finds the file locked by another process waits
 * for it, up to a time-out, and does not block the event loop.
 */
export function sharedSqliteDialect(file: SqliteFile, lockTimeoutMs?: number): Dialect {
  const usual = new SqliteDialect({ database: file })
  return {
    createAdapter: () => new OneConnection(),
    createDriver: () => new SharedFileDriver(file, lockTimeoutMs),
    createIntrospector: (database) => usual.createIntrospector(database),
    createQueryCompiler: () => usual.createQueryCompiler(),
  }
}

/**
 * Gives the only connection to one piece of work after the other. Each waits while the file is locked.
 *
 * A transaction of ours always writes, so it takes the write lock at its start and waits for it there. SQLite's
 * default takes it at the first write, and then fails at once, without waiting, when another process wrote meanwhile.
 */
class SharedFileDriver extends SqliteDriver {
  readonly #file: SqliteFile
  readonly #lockTimeoutMs: number | undefined
  readonly #line = new Line(1)

  constructor(file: SqliteFile, lockTimeoutMs: number | undefined) {
    super({ database: keepingStatements(file) })
    this.#file = file
    this.#lockTimeoutMs = lockTimeoutMs
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const wait = new LockWait(this.#lockTimeoutMs)
    await this.#line.enter()
    return waitingConnection(await super.acquireConnection(), this.#file, wait)
  }

  override async releaseConnection() {
    this.#line.leave()
  }

  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite itself ends a transaction on a full or failing disk; a second rollback would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** Repeats a query that finds the file locked by another process, until the time-out. Translates faults. */
function waitingConnection(connection: DatabaseConnection, file: SqliteFile, wait: LockWait): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery) {
      for (;;) {
        try {
          return await connection.executeQuery<Row>(query)
        } catch (error) {
          // A transaction of ours already has the lock: it takes it at its start, and a commit needs no other.
          if (!isLocked(error) || file.inTransaction || !(await wait.pause())) throw translated(error)
        }
      }
    },
    streamQuery: () => {
      throw new Error('The store is read in pages.')
    },
  }
}

/**
 * Prepares each statement once. Preparing costs as much as running, and Kysely does it for each run. SQLite itself
 * prepares a statement again when the tables have changed. No statement is run while it is running, since we stream
 * nothing.
 */
function keepingStatements(file: SqliteFile): SqliteDatabase {
  const statements = new Map<string, Statement<unknown[]>>()
  return {
    prepare(sql) {
      const statement = statements.get(sql) ?? file.prepare<unknown[]>(sql)
      // The least recently used one comes first.
      statements.delete(sql)
      statements.set(sql, statement)
      const [oldest] = statements.keys()
      if (oldest !== undefined && statements.size > MAX_STATEMENTS) statements.delete(oldest)
      return statement
    },
    close: () => file.close(),
  }
}

class OneConnection extends SqliteAdapter {
  /** SQLite also rolls back table definitions. Kysely assumes otherwise and would leave half a migration. */
  override get supportsTransactionalDdl() {
    return true
  }

  /** The driver itself gives out our only connection, and so knows how long each has waited. */
  override get supportsMultipleConnections() {
    return true
  }
}

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

export function isLocked(error: unknown): boolean {
  const fault = error instanceof StoreUnavailable ? error.cause : error
  return fault instanceof Error && 'code' in fault && /^SQLITE_BUSY/.test(String(fault.code))
}
