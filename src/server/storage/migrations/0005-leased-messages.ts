import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Finds the few messages that are being delivered without reading all that wait. */
export const leasedMessages: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createIndex('outbox_messages_leased')
      .on('outbox_messages')
      .columns(['status', 'channel', 'lease'])
      .where(sql.ref('lease'), 'is not', null)
      .execute()
  },
}
