import type { Kysely } from 'kysely'

export async function outbox(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('outbox_messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('reference', 'text', (column) =>
      column.notNull().references('callback_requests.reference').onDelete('cascade'),
    )
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('queued_at', 'text', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('failed_attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failed_at', 'text')
    .addColumn('waited_seconds', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lease', 'text')
    .execute()
  await database.schema
    .createIndex('outbox_messages_in_order')
    .on('outbox_messages')
    .columns(['status', 'channel', 'due_at'])
    .execute()
  await database.schema
    .createIndex('outbox_messages_of_a_request')
    .on('outbox_messages')
    .columns(['reference'])
    .execute()
  await database.schema
    .createTable('closed_webhooks')
    .addColumn('url_hash', 'text', (column) => column.primaryKey())
    .addColumn('closed_at', 'text', (column) => column.notNull())
    .execute()
}
