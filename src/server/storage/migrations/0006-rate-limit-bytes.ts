import { type Kysely, PostgresAdapter } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Counts the bytes of a client's posts. Only on PostgreSQL, like the table. */
export const rateLimitBytes: Migration = {
  async up(database: Kysely<unknown>) {
    if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return
    await database.schema
      .alterTable('rate_limit_counts')
      // During an update, instances of the earlier version count only posts. An integer would overflow at 2 GiB.
      .addColumn('bytes', 'double precision', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
