import { type Kysely, sql } from 'kysely'

/** Finds the few messages that are being delivered without reading all that wait. */
export async function leasedMessages(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('outbox_messages_leased')
    .on('outbox_messages')
    .columns(['status', 'channel', 'lease'])
    .where(sql.ref('lease'), 'is not', null)
    .execute()
}
