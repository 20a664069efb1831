import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Only on PostgreSQL: an SQLite store has one instance, which counts in its memory. */
export async function rateLimitCounts(database: Kysely<unknown>): Promise<void> {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return
  await database.schema
    .createTable('rate_limit_counts')
    // Does not wait for the disk or copy to replicas: losing the counts in a crash does no harm.
    .modifyFront(sql`unlogged`)
    .addColumn('client', 'text', (column) => column.primaryKey())
    .addColumn('posts', 'integer', (column) => column.notNull())
    .addColumn('window_ends_at', 'text', (column) => column.notNull())
    .execute()
}
