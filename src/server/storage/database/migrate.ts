import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { first } from '../migrations/0001-initial.ts'
import type { Schema } from './schema.ts'

/**
 * All migrations under the names that the database stores. New ones are only appended, and only add to the store, so that
 * earlier versions go on using it. After one whose name ends in `-needs-` and the number of a migration, only versions
 * with that migration can use the store. Source: decision 62.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-initial': { up: first },
}

/**
 * Brings the tables up to date in one transaction, for which other instances wait: either all new migrations are
 * applied, or none. A store that a later version has migrated stays as it is, and can be used. One that this version
 * cannot use is not changed.
 *
 * @throws the fault that stopped a migration, an error of one line for a store that this version cannot use
 */
export async function migrateToLatest(database: Kysely<Schema>, migrations = MIGRATIONS): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  // What Kysely says of a store that has a migration which it does not know.
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    assertUsable(await migrationsOf(database), Object.keys(migrations))
  } else if (error !== undefined) throw error
}

export async function migrationsOf(database: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
  return rows.map(({ name }) => name)
}

/** @param stored the migrations of a store; @param own those of this version */
function assertUsable(stored: readonly string[], own: readonly string[]): void {
  if (own.some((name) => !stored.includes(name))) throw new Error(OTHER_BUILD)
  const hasOwn = (number: string) => own.some((name) => name.startsWith(`${number}-`))
  const refusing = stored.find((name) => {
    const [, needed] = /-needs-(\d+)$/.exec(name) ?? []
    return needed !== undefined && !hasOwn(needed)
  })
  if (refusing === undefined) return
  throw new Error(
    `a later version has changed its store so that this one cannot use it (${refusing}), and nothing was changed now: ` +
      'go on with the later version, or restore a backup from before the upgrade',
  )
}

const OTHER_BUILD =
  'its store was made by another version, and nothing was changed: export the requests with that version ' +
  '("requests export"), then begin with an empty store'
