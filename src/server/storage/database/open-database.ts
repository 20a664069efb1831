import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { hasSqliteStore, openSqlite } from './open-sqlite.ts'
import type { Schema } from './schema.ts'

/**
 * A connection to the store, with its tables up to date. `destroy()` closes it. Whatever reads or writes by it throws
 * `StoreUnavailable` while the store cannot be used: then nothing of its transaction is stored.
 */
export type Database = Kysely<Schema>

/** Opens the store, in a directory or at a `postgres://` address, and migrates it. What is committed is on disk. */
export async function openDatabase(location: string): Promise<Database> {
  if (!isPostgresAddress(location)) return openSqlite(location)
  const { openPostgres } = await import('./open-postgres.ts')
  return openPostgres(location)
}

/** Whether there is a store at a location, as `openDatabase` takes it. Creates nothing there. */
export async function hasStore(location: string): Promise<boolean> {
  if (!isPostgresAddress(location)) return hasSqliteStore(location)
  const { hasPostgresStore } = await import('./open-postgres.ts')
  return hasPostgresStore(location)
}

function isPostgresAddress(location: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(location)
}

/** Whether the store is PostgreSQL, which other instances may share. */
export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}

/** The rows of a statement that is written behind it, such as query<Row>(database)`select …`. Its values are parameters. */
export function query<Row>(database: Database): (...statement: Parameters<typeof sql>) => Promise<Row[]> {
  return (...statement) => read(database, sql<Row>(...statement))
}

export async function read<Row>(database: Database, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(database)).rows
}

export async function countOf(database: Database, table: keyof Schema, condition = sql`true`): Promise<number> {
  const [counted] = await query<{ count: number }>(database)`
    select cast(count(*) as integer) as count from ${sql.table(table)} where ${condition}`
  return counted?.count ?? 0
}
