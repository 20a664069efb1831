import type { Kysely } from 'kysely'

/** The exports that were asked for and not yet fetched. */
export async function exportTickets(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('export_tickets')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('filter', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
}
