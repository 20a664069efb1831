import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** For requests whose `received_at` is known to be wrong; null for all others, and for those of earlier versions. */
export const keptFrom: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('callback_requests').addColumn('kept_from', 'text').execute()
  },
}
