import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Finds messages that were dated by a clock that has been put back since, without reading all that wait. */
export const messagesByDecision: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createIndex('outbox_messages_by_decision')
      .on('outbox_messages')
      .columns(['channel', sql`coalesce(failed_at, queued_at)`])
      .where(sql.ref('status'), '=', sql.lit('waiting'))
      .execute()
  },
}
