import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { first } from '../migrations/0001-initial.ts'
import type { Schema } from './schema.ts'

/** All migrations under the names that the database stores. New ones are only appended. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-initial': { up: first },
}

/**
 * Brings the tables up to date in one transaction, for which other instances wait: either all new migrations are
 * applied, or none. A store that has others than these is not changed.
 *
 * @throws the fault that stopped a migration, an error of one line for the store of another version
 */
export async function migrateToLatest(database: Kysely<Schema>, migrations = MIGRATIONS): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  // What Kysely says of a store that has a migration which it does not know.
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) throw new Error(OTHER_VERSION)
  if (error !== undefined) throw error
}

const OTHER_VERSION =
  'its store was made by another version, and nothing was changed: export the requests with that version ' +
  '("requests export"), then begin with an empty store'
