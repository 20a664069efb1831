import { sql, type Transaction } from 'kysely'
import { isPostgres } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'

/** The lock by which changes of callbacks exclude each other on PostgreSQL: any number that nothing else uses. */
const LOCK = 715_517_206

/** Waits until no other transaction changes callbacks. SQLite has one writer. */
export async function lockCallbacks(transaction: Transaction<Schema>): Promise<void> {
  if (isPostgres(transaction)) await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
}
