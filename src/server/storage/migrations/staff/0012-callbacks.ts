import { type Kysely, sql } from 'kysely'

/** The desk's callbacks: what each telephone number waits for, who called, and what came of it. */
export async function callbacks(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('callbacks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('phone_key', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('due_from', 'text', (column) => column.notNull())
    .addColumn('due_until', 'text', (column) => column.notNull())
    .addColumn('slot', 'text', (column) => column.notNull())
    .addColumn('first_from', 'text', (column) => column.notNull())
    .addColumn('first_until', 'text', (column) => column.notNull())
    .addColumn('asked', 'integer', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('opened_at', 'text', (column) => column.notNull())
    .addColumn('first_tried_at', 'text')
    .addColumn('tried_at', 'text')
    .addColumn('settled_at', 'text')
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'text')
    .addColumn('last_held_by', 'text')
    .execute()
  const isOpen = sql<boolean>`settled_at is null`
  const index = (name: string) => schema.createIndex(name).on('callbacks')
  await index('callbacks_open_of_number').unique().columns(['phone_key']).where(isOpen).execute()
  await index('callbacks_open_by_end').columns(['due_until', 'opened_at', 'id', 'due_from']).where(isOpen).execute()
  await index('callbacks_open_by_start').columns(['due_from']).where(isOpen).execute()
  await index('callbacks_of_number').columns(['phone_key', 'opened_at']).execute()
  await index('callbacks_by_opening').columns(['opened_at', 'id']).execute()

  for (const column of ['callback', 'due_from', 'due_until']) {
    await schema.alterTable('callback_requests').addColumn(column, 'text').execute()
  }
  await schema
    .createIndex('callback_requests_to_ingest')
    .on('callback_requests')
    .columns(['received_at', 'reference'])
    .where(sql<boolean>`callback is null and suspected = 0`)
    .execute()
  await schema
    .createIndex('callback_requests_of_callback')
    .on('callback_requests')
    .columns(['callback', 'received_at', 'reference'])
    // Otherwise SQLite would use it to find those to ingest, and read all suspected ones.
    .where(sql<boolean>`callback is not null`)
    .execute()

  await schema
    .createTable('attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('callback', 'text', (column) =>
      column.notNull().references('callbacks.id').onDelete('cascade').onUpdate('cascade'),
    )
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('window_from', 'text', (column) => column.notNull())
    .addColumn('window_until', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text')
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('undone_at', 'text')
    .execute()
  await schema.createIndex('attempts_of_callback').on('attempts').columns(['callback', 'at']).execute()
  await schema.createIndex('attempts_by_key').unique().on('attempts').columns(['callback', 'idempotency_key']).execute()

  for (const [table, columns] of Object.entries({ notes: ['text'], callback_events: ['kind', 'detail'] })) {
    let creation = schema
      .createTable(table)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('callback', 'text', (column) =>
        column.notNull().references('callbacks.id').onDelete('cascade').onUpdate('cascade'),
      )
      .addColumn('by', 'text')
      .addColumn('at', 'text', (column) => column.notNull())
    for (const column of columns) creation = creation.addColumn(column, 'text')
    await creation.execute()
    await schema.createIndex(`${table}_of_callback`).on(table).columns(['callback', 'at']).execute()
  }
  await schema.alterTable('outbox_messages').addColumn('settled_at', 'text').execute()
  await schema
    .createTable('desk_state')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('ingested_from', 'text', (column) => column.notNull())
    .execute()
}
