import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'

/** Each store has its own key, which never changes, so that a backup can be compared with later erasures. */
export async function erasures(database: Kysely<{ erasure_key: { id: number; key: string } }>): Promise<void> {
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
}
