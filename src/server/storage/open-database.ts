import { type Kysely, PostgresAdapter } from 'kysely'
import { openSqlite } from './open-sqlite.ts'
import type { Schema } from './schema.ts'

/** A connection to the store, its tables up to date. `destroy()` closes it. */
export type Database = Kysely<Schema>

/**
 * Opens the store and migrates it. Whatever is committed there has reached the disk.
 *
 * @param location a directory for SQLite, a `postgres://` address for PostgreSQL
 * @throws the fault that stands in the way
 */
export async function openDatabase(location: string): Promise<Database> {
  if (!/^postgres(?:ql)?:\/\//.test(location)) return openSqlite(location)
  const { openPostgres } = await import('./open-postgres.ts')
  return openPostgres(location)
}

/** Whether the store is PostgreSQL, which other instances may share. */
export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}
