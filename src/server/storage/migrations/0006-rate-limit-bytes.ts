import { type Kysely, PostgresAdapter } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Beside a client's posts, the bytes of their bodies. On PostgreSQL alone, as the table is. */
export const rateLimitBytes: Migration = {
  async up(database: Kysely<unknown>) {
    if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return
    await database.schema
      .alterTable('rate_limit_counts')
      // An instance of the version before adds posts alone while versions change. An integer would overflow at 2 GiB.
      .addColumn('bytes', 'double precision', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
