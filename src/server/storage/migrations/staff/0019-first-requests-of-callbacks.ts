import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * What the report says of each callback's first requests: without these columns it would read the requests of all
 * callbacks of a year.
 */
export async function firstRequestsOfCallbacks(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
  for (const column of ['first_service', 'first_slot', 'first_campaign']) {
    await database.schema.alterTable('callbacks').addColumn(column, 'text').execute()
  }
  const name = sql`${sql.raw(isPostgres ? 'campaign::json' : 'campaign')} ->> 'campaign'`
  const ofFirst = sql`from callback_requests where callback = callbacks.id`
  const order = sql`order by received_at, reference limit 1`
  await sql`
    update callbacks set
      first_service = (select service ${ofFirst} ${order}),
      first_slot = (select time_slot ${ofFirst} ${order}),
      first_campaign = (select ${name} ${ofFirst} and ${name} is not null ${order})`.execute(database)
}
