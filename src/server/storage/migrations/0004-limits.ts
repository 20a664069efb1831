import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** What is counted to limit it, in one table; `rate_limit_counts` and `sign_in_failures` of before are not used any more. */
export async function limits(database: Kysely<unknown>): Promise<void> {
  // Losing the counts in a crash does no harm, and a post that is counted waits for no disk.
  const unlogged = database.getExecutor().adapter instanceof PostgresAdapter ? 'unlogged' : ''
  await sql`create ${sql.raw(unlogged)} table limits (
    subject text primary key,
    times integer not null,
    bytes double precision not null default 0,
    window_ends_at text not null
  )`.execute(database)
}
