import type { Database as SqliteFile, Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'

/** How many statements are kept prepared. The server has about forty; lists of varying length come on top. */
const KEPT_STATEMENTS = 100

/** Kysely's SQLite dialect with its transactions made fit for several processes on one file. */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #file: SqliteFile

  constructor(file: SqliteFile) {
    super({ database: file })
    this.#file = file
  }

  override createDriver() {
    return new ImmediateTransactions(this.#file)
  }

  override createAdapter() {
    return new TransactionalMigrations()
  }
}

/**
 * A transaction of ours always writes, so it takes the write lock at its start and waits for it there. SQLite's
 * default takes it at the first write, and then fails at once, without waiting, when another process wrote meanwhile.
 */
class ImmediateTransactions extends SqliteDriver {
  readonly #file: SqliteFile

  constructor(file: SqliteFile) {
    super({ database: new PreparedStatements(file) })
    this.#file = file
  }

  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** A full or failing disk ends the transaction by itself; a second rollback would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection)
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

/** SQLite rolls table definitions back as well; Kysely assumes otherwise and would leave half a migration behind. */
class TransactionalMigrations extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}
