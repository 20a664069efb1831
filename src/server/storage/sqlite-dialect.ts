import type { Database as SqliteFile } from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely'

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
    super({ database: file })
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

/** SQLite rolls table definitions back as well; Kysely assumes otherwise and would leave half a migration behind. */
class TransactionalMigrations extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}
