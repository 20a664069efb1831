import { type Kysely, sql } from 'kysely'

/** Marks requests that came after the desk's first start, and that a wrong clock dated before it. */
export async function misdatedRequests(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('callback_requests')
    .addColumn('misdated', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await database.schema
    .createIndex('callback_requests_misdated')
    .on('callback_requests')
    .columns(['misdated', 'received_at', 'reference'])
    .where(sql<boolean>`callback is null and suspected = 0 and misdated = 1`)
    .execute()
}
