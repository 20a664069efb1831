import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The few messages that are being delivered are found without looking through all that wait. */
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
