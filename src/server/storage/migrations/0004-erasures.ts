import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Each store has its own key, which never changes, so that a backup can be compared with later erasures. */
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
