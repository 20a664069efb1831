import { type Kysely, sql } from 'kysely'

/** By which calling hours and closed days the windows of a callback are: `schema.ts` describes it. */
export async function callingDays(database: Kysely<unknown>): Promise<void> {
  await sql`alter table callbacks add column calling_days text not null default '{}'`.execute(database)
}
