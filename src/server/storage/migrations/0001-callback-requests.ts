import type { Kysely } from 'kysely'

export async function callbackRequests(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('callback_requests')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('form', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('service', 'text')
    .addColumn('message', 'text')
    .addColumn('time_slot', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('new'))
    .addColumn('suspected', 'integer', (column) => column.notNull())
    .addColumn('campaign', 'text')
    .addColumn('notice_version', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text')
    .addUniqueConstraint('one_request_per_key', ['form', 'idempotency_key'])
    .execute()
  await database.schema
    .createIndex('callback_requests_in_order')
    .on('callback_requests')
    .columns(['received_at', 'reference'])
    .execute()
  await database.schema
    .createTable('write_probe')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('written_at', 'text', (column) => column.notNull())
    .addColumn('ballast', 'text', (column) => column.notNull())
    .execute()
}
