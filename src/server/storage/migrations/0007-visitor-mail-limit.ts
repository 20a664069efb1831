import { type Kysely, sql } from 'kysely'

/** Counts an address's recent mails without reading all that are stored. */
export async function visitorMailLimit(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('outbox_messages').addColumn('recipient', 'text').execute()
  await database.schema
    .createIndex('outbox_messages_to_visitors')
    .on('outbox_messages')
    .columns(['recipient'])
    .where(sql.ref('recipient'), 'is not', null)
    .execute()
}
