import { type Kysely, PostgresAdapter } from 'kysely'

/** Counts the bytes of a client's posts. Only on PostgreSQL, like the table. */
export async function rateLimitBytes(database: Kysely<unknown>): Promise<void> {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return
  await database.schema
    .alterTable('rate_limit_counts')
    // During an update, instances of the earlier version count only posts. An integer would overflow at 2 GiB.
    .addColumn('bytes', 'double precision', (column) => column.notNull().defaultTo(0))
    .execute()
}
