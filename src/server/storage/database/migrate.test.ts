import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { receiverIn } from '../../../../tests/support/receive.ts'
import { SUBMISSION } from '../../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { Callbacks } from '../callbacks/callbacks.ts'
import { contextOf } from '../callbacks/persons.ts'
import { Worklist } from '../callbacks/worklist.ts'
import { OutboxMessages } from '../outbox/outbox-messages.ts'
import { MIGRATIONS, migrateToLatest, migrationsOf } from './migrate.ts'
import { type Database, openDatabase } from './open-database.ts'
import type { Schema } from './schema.ts'

async function opened(location: string): Promise<Database> {
  const database = await openDatabase(location)
  onTestFinished(() => database.destroy())
  return database
}

test('A store that this version cannot use is refused in one line, and not changed', async () => {
  const later = `insert into kysely_migration values ('0002-later-needs-0002', '2027-01-01T00:00:00.000Z')`
  for (const [change, refusal] of [
    [
      `update kysely_migration set name = '0001-callback-requests'`,
      /^its store was made by another version, .+ store$/,
    ],
    [later, /^a later version has changed its store .+ \(0002-later-needs-0002\), .+ upgrade$/],
  ] as const) {
    const location = await temporaryDirectory()
    const database = await opened(location)
    // The tables of another version.
    await sql.raw('alter table callback_requests rename column notice_version to notice').execute(database)
    await sql.raw(change).execute(database)
    const tables = () => database.introspection.getTables({ withInternalKyselyTables: true })
    const before = await tables()
    await expect(openDatabase(location)).rejects.toThrow(refusal)
    expect(await tables()).toEqual(before)
  }
})

/** Adds a table to a store, and a column to each. */
async function addMuch(database: Kysely<Schema>): Promise<void> {
  for (const { name } of await database.introspection.getTables()) {
    const added = sql`alter table ${sql.table(name)} add column added_later text not null default 'later'`
    await added.execute(database)
  }
  await sql`create table made_later (id text primary key)`.execute(database)
}

describeOnEachDatabase('A store', (_, newDatabase) => {
  test('that a later version has migrated goes on in an earlier one, with requests, calls, notes and messages', async () => {
    const later = { ...MIGRATIONS, '0002-later': { up: addMuch }, '0003-later-needs-0001': { up: async () => {} } }
    const location = await newDatabase()
    await migrateToLatest(await opened(location), later)

    const earlier = await opened(location)
    const reference = await receiverIn(earlier, { channels: ['webhook'] })()
    const { receivedAt: now, timeZone } = SUBMISSION
    const callbacks = new Callbacks(earlier, timeZone, () => now)
    const caller = { by: 'ravi', client: null }
    await callbacks.claim(reference, caller, true)
    await callbacks.report(reference, caller, { outcome: 'no_answer', note: 'Invented' })
    const row = await new Worklist(earlier, timeZone).row(reference, now, caller.by)
    expect(row).toMatchObject({ tries: 1 })
    expect(await contextOf(earlier, row?.id ?? '')).toMatchObject({
      requests: [{ reference }],
      attempts: [{ outcome: 'no_answer' }],
      notes: [{ text: 'Invented' }],
    })
    const claimed = await new OutboxMessages(earlier).claim('webhook', { now, expiredLeases: [], limit: 10 })
    expect(claimed).toMatchObject([{ request: { reference } }])
    await migrateToLatest(earlier, later)
    expect(await migrationsOf(earlier)).toEqual(Object.keys(later))
  })
})

test('A store stays as it is when a migration fails', async () => {
  const database = await opened(await temporaryDirectory())
  const halfway = async (migrated: typeof database) => {
    await sql`create table half_made (id text)`.execute(migrated)
    throw new Error('halfway')
  }
  await expect(migrateToLatest(database, { ...MIGRATIONS, '9999-halfway': { up: halfway } })).rejects.toThrow('halfway')
  const names = (await database.introspection.getTables()).map(({ name }) => name)
  expect(names).toContain('outbox_messages')
  expect(names).not.toContain('half_made')
})
