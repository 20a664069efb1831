import { type Kysely, sql } from 'kysely'

/** Finds messages that were dated by a clock that has been put back since, without reading all that wait. */
export async function messagesByDecision(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('outbox_messages_by_decision')
    .on('outbox_messages')
    .columns(['channel', sql`coalesce(failed_at, queued_at)`])
    .where(sql.ref('status'), '=', sql.lit('waiting'))
    .execute()
}
