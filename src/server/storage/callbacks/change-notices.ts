import { sql, type Transaction } from 'kysely'
import { isPostgres } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'

/** The channel on which instances tell each other which callbacks have changed. */
export const CHANGE_CHANNEL = 'callback_changes'

/** PostgreSQL refuses 8,000 bytes. https://www.postgresql.org/docs/current/sql-notify.html */
const MAX_BYTES = 7_999

/**
 * Tells all instances, when the transaction is committed, that callbacks have changed. Only on PostgreSQL: SQLite's
 * other processes are found by its `data_version`.
 *
 * @param ids none means that anything may have changed; so do too many for one notice
 */
export async function notifyChanged(transaction: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  if (!isPostgres(transaction)) return
  const all = JSON.stringify(ids)
  const payload = Buffer.byteLength(all) > MAX_BYTES ? '[]' : all
  await sql`select pg_notify(${CHANGE_CHANNEL}, ${payload})`.execute(transaction)
}

/** The ids in a notice. Undefined for another text: whoever may connect to the database can send any. */
export function changedIn(payload: string): string[] | undefined {
  try {
    const ids: unknown = JSON.parse(payload)
    return Array.isArray(ids) && ids.every((id) => typeof id === 'string') ? ids : undefined
  } catch {
    return undefined
  }
}
