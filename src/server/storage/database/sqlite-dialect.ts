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
import { isLocked, LockWait } from './wait-for-lock.ts'

/** How many statements are kept prepared. The server has about forty; lists of varying length come on top. */
const KEPT_STATEMENTS = 100

/**
 * Kysely's SQLite dialect made fit for several processes on one file. Work that finds the file locked by another process
 * waits for it, up to a limit, and the event loop goes on meanwhile.
 */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #file: SqliteFile

  constructor(file: SqliteFile) {
    super({ database: file })
    this.#file = file
  }

  override createDriver() {
    return new SharedFileDriver(this.#file)
  }

  override createAdapter() {
    return new OneConnection()
  }
}

/**
 * Gives the one connection to one piece of work after the other, each of which waits for a locked file.
 *
 * A transaction of ours always writes, so it takes the write lock at its start and waits for it there. SQLite's
 * default takes it at the first write, and then fails at once, without waiting, when another process wrote meanwhile.
 */
class SharedFileDriver extends SqliteDriver {
  readonly #file: SqliteFile
  /** Those whose turn to use the connection is still to come, in their order. */
  readonly #waiting: (() => void)[] = []
  #isInUse = false

  constructor(file: SqliteFile) {
    super({ database: new PreparedStatements(file) })
    this.#file = file
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const wait = new LockWait()
    if (this.#isInUse) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isInUse = true
    return new WaitingConnection(await super.acquireConnection(), this.#file, wait)
  }

  override async releaseConnection() {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isInUse = false
  }

  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** A full or failing disk ends the transaction by itself; a second rollback would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** Repeats what finds the file locked by another process, until its time to wait is over. */
class WaitingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #file: SqliteFile
  readonly #wait: LockWait

  constructor(connection: DatabaseConnection, file: SqliteFile, wait: LockWait) {
    this.#connection = connection
    this.#file = file
    this.#wait = wait
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (;;) {
      try {
        return await this.#connection.executeQuery<Row>(query)
      } catch (error) {
        // A transaction of ours has the lock: it is taken at its beginning, and a commit needs no other.
        if (!isLocked(error) || this.#file.inTransaction || !(await this.#wait.pause())) throw error
      }
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize)
  }
}

/**
 * Prepares a statement once: to prepare costs as much as to run, and Kysely would for each run. SQLite prepares a kept
 * one anew by itself when the tables have changed. None is ever run while it is running, as we stream nothing.
 */
class PreparedStatements implements SqliteDatabase {
  readonly #file: SqliteFile
  readonly #kept = new Map<string, Statement<unknown[]>>()

  constructor(file: SqliteFile) {
    this.#file = file
  }

  prepare(sql: string): Statement<unknown[]> {
    const statement = this.#kept.get(sql) ?? this.#file.prepare<unknown[]>(sql)
    // The one that was used longest ago comes first.
    this.#kept.delete(sql)
    this.#kept.set(sql, statement)
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size > KEPT_STATEMENTS) this.#kept.delete(oldest)
    return statement
  }

  close(): void {
    this.#file.close()
  }
}

class OneConnection extends SqliteAdapter {
  /** SQLite rolls table definitions back as well; Kysely assumes otherwise and would leave half a migration behind. */
  override get supportsTransactionalDdl() {
    return true
  }

  /** One after the other uses our one connection: the driver sees to it, and knows how long each has waited. */
  override get supportsMultipleConnections() {
    return true
  }
}
