import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { MIGRATIONS, migrateToLatest } from './migrate.ts'
import { openDatabase } from './open-database.ts'

test('A store of an earlier or a later version is refused in one line, and not changed', async () => {
  for (const change of [
    `update kysely_migration set name = '0001-callback-requests' where name = '0001-initial'`,
    `insert into kysely_migration (name, timestamp) values ('0002-later', '2027-01-01T00:00:00.000Z')`,
  ]) {
    const location = await temporaryDirectory()
    const database = await openDatabase(location)
    onTestFinished(() => database.destroy())
    await new CallbackRequests(database).receive(DETAILS, SUBMISSION)
    // The tables of another version.
    await sql.raw('alter table callback_requests rename column notice_version to notice').execute(database)
    await sql.raw(change).execute(database)
    const everything = async () => {
      const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
      const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(database))
      return { tables, rows: (await Promise.all(rows)).map((result) => result.rows) }
    }
    const before = await everything()
    await expect(openDatabase(location)).rejects.toThrow(/^its store was made by another version, .* empty store$/)
    expect(await everything()).toEqual(before)
  }
})

describeOnEachDatabase('A store', (_, newDatabase) => {
  test('stays as it is when a migration fails', async () => {
    const database = await openDatabase(await newDatabase())
    onTestFinished(() => database.destroy())
    const halfway = {
      ...MIGRATIONS,
      '9999-halfway': {
        up: async (db: typeof database) => {
          await db.schema.createTable('half_made').addColumn('id', 'text').execute()
          throw new Error('halfway')
        },
      },
    }
    await expect(migrateToLatest(database, halfway)).rejects.toThrow('halfway')
    const tables = await database.introspection.getTables()
    expect(tables.map(({ name }) => name)).toContain('outbox_messages')
    expect(tables.map(({ name }) => name)).not.toContain('half_made')
  })
})
