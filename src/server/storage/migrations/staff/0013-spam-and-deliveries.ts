import { type Kysely, sql } from 'kysely'

/** What the desk's lists of suspected requests and of undelivered messages need. */
export async function spamAndDeliveries(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createIndex('callback_requests_suspected')
    .on('callback_requests')
    .columns(['received_at', 'reference'])
    .where(sql<boolean>`suspected = 1`)
    .execute()
  await schema.alterTable('outbox_messages').addColumn('failure', 'text').execute()
  await schema
    .createIndex('outbox_messages_undelivered')
    .on('outbox_messages')
    .columns(['status', 'queued_at', 'id'])
    .where(sql<boolean>`status in ('waiting', 'abandoned')`)
    .execute()
}
