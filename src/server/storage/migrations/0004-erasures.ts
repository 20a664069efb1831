import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The key is the store's own and never changes, so that a backup can be matched against what was erased after it. */
export const erasures: Migration = {
  async up(database: Kysely<{ erasure_key: { id: number; key: string } }>) {
    await database.schema
      .createTable('erasures')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .execute()
    await database.schema
      .createTable('erasure_key')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('key', 'text', (column) => column.notNull())
      .execute()
    await database
      .insertInto('erasure_key')
      .values({ id: 1, key: randomBytes(32).toString('hex') })
      .execute()
  },
}
