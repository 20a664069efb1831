import { type Kysely, sql } from 'kysely'

/**
 * The service of each callback's newest request: without this column, the worklist of one service would read the
 * requests of all open callbacks.
 */
export async function serviceOfCallbacks(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema.alterTable('callbacks').addColumn('service', 'text').execute()
  await sql`
    update callbacks set service = (
      select service from callback_requests where callback = callbacks.id order by received_at desc, reference desc limit 1
    )`.execute(database)
  await schema
    .createIndex('callbacks_open_by_service')
    .on('callbacks')
    .columns(['service', 'due_until', 'opened_at', 'id', 'due_from'])
    .where(sql<boolean>`settled_at is null`)
    .execute()
}
