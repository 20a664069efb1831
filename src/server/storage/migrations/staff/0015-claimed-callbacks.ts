import { type Kysely, sql } from 'kysely'

/** Each claim releases the callback that the person held: without this index it would search all callbacks for it. */
export async function claimedCallbacks(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('callbacks_claimed')
    .on('callbacks')
    .columns(['claimed_by'])
    .where(sql<boolean>`claimed_by is not null`)
    .execute()
}
