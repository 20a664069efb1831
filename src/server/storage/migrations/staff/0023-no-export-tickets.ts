import type { Kysely } from 'kysely'

/** An export is one answer: nothing of it waits in the store. */
export async function noExportTickets(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('export_tickets').execute()
}
