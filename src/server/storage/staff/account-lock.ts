import { sql, type Transaction } from 'kysely'
import { isPostgres } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'

/** Any number that nothing else uses. */
const LOCK = 715_517_205

/**
 * Lets one change of accounts happen at a time until the transaction ends, so that two at once cannot both pass a check
 * that only one may pass. SQLite has one writer anyway.
 */
export async function lockAccounts(transaction: Transaction<Schema>): Promise<void> {
  if (isPostgres(transaction)) await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
}
