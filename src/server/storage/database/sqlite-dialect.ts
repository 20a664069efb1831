import type { Database as SqliteFile, Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import type { StoreFaults } from './store-faults.ts'
import { isLocked, LockWait } from './wait-for-lock.ts'

/** How many statements stay prepared. The server has about forty, and more with lists of varying length. */
const MAX_STATEMENTS = 100

/**
 * Kysely's SQLite dialect for several processes on one file. Work that finds the file locked by another process waits
 * for it, up to a time-out, and does not block the event loop.
 */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #file: SqliteFile
  readonly #faults: StoreFaults
  readonly #lockTimeoutMs: number | undefined

  constructor(file: SqliteFile, faults: StoreFaults, lockTimeoutMs?: number) {
    super({ database: file })
    this.#file = file
    this.#faults = faults
    this.#lockTimeoutMs = lockTimeoutMs
  }

  override createDriver() {
    return new SharedFileDriver(this.#file, this.#faults, this.#lockTimeoutMs)
  }

  override createAdapter() {
    return new OneConnection()
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
  readonly #faults: StoreFaults
  readonly #lockTimeoutMs: number | undefined
  /** Starts those who wait for the connection, in their order. */
  readonly #waiting: (() => void)[] = []
  #isInUse = false

  constructor(file: SqliteFile, faults: StoreFaults, lockTimeoutMs: number | undefined) {
    super({ database: new PreparedStatements(file) })
    this.#file = file
    this.#faults = faults
    this.#lockTimeoutMs = lockTimeoutMs
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const wait = new LockWait(this.#lockTimeoutMs)
    if (this.#isInUse) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isInUse = true
    return new WaitingConnection(await super.acquireConnection(), this.#file, this.#faults, wait)
  }

  override async releaseConnection() {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isInUse = false
  }

  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite itself ends a transaction on a full or failing disk; a second rollback would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** Repeats a query that finds the file locked by another process, until the time-out. Reports faults. */
class WaitingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #file: SqliteFile
  readonly #faults: StoreFaults
  readonly #wait: LockWait

  constructor(connection: DatabaseConnection, file: SqliteFile, faults: StoreFaults, wait: LockWait) {
    this.#connection = connection
    this.#file = file
    this.#faults = faults
    this.#wait = wait
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (;;) {
      try {
        return await this.#connection.executeQuery<Row>(query)
      } catch (error) {
        // A transaction of ours already has the lock: it takes it at its start, and a commit needs no other.
        if (!isLocked(error) || this.#file.inTransaction || !(await this.#wait.pause())) throw this.#faults.noted(error)
      }
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize)
  }
}

/**
 * Prepares each statement once. Preparing costs as much as running, and Kysely does it for each run. SQLite itself
 * prepares a statement again when the tables have changed. No statement is run while it is running, since we stream
 * nothing.
 */
class PreparedStatements implements SqliteDatabase {
  readonly #file: SqliteFile
  readonly #statements = new Map<string, Statement<unknown[]>>()

  constructor(file: SqliteFile) {
    this.#file = file
  }

  prepare(sql: string): Statement<unknown[]> {
    const statement = this.#statements.get(sql) ?? this.#file.prepare<unknown[]>(sql)
    // The least recently used one comes first.
    this.#statements.delete(sql)
    this.#statements.set(sql, statement)
    const [oldest] = this.#statements.keys()
    if (oldest !== undefined && this.#statements.size > MAX_STATEMENTS) this.#statements.delete(oldest)
    return statement
  }

  close(): void {
    this.#file.close()
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
