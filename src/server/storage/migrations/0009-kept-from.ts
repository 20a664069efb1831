import type { Kysely } from 'kysely'

/** For requests whose `received_at` is known to be wrong; null for all others, and for those of earlier versions. */
export async function keptFrom(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('callback_requests').addColumn('kept_from', 'text').execute()
}
