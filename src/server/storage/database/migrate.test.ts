import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { receiverIn } from '../../../../tests/support/receive.ts'
import { SUBMISSION } from '../../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { contextOf } from '../callbacks/call-context.ts'
import { Callbacks } from '../callbacks/callbacks.ts'
import { Worklist } from '../callbacks/worklist.ts'
import { OutboxMessages } from '../outbox/outbox-messages.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { MIGRATIONS, migrateToLatest, migrationsOf } from './migrate.ts'
import { type Database, openDatabase } from './open-database.ts'
import type { Schema } from './schema.ts'

async function opened(location: string): Promise<Database> {
  const database = await openDatabase(location)
  onTestFinished(() => database.destroy())
  return database
}

test('A store that this version cannot use is refused in one line, and not changed', async () => {
  const later = (name: string) =>
    `insert into kysely_migration (name, timestamp) values ('${name}', '2027-01-01T00:00:00.000Z')`
  for (const [change, refusal] of [
    [
      `update kysely_migration set name = '0001-callback-requests'`,
      /^its store was made by another version, .+ store$/,
    ],
    [
      later('0002-later-needs-0002'),
      /^a later version has changed its store .+ \(0002-later-needs-0002\), .+ upgrade$/,
    ],
  ] as const) {
    const location = await temporaryDirectory()
    const database = await opened(location)
    await receiverIn(database)()
    // The tables of another version.
    await sql.raw('alter table callback_requests rename column notice_version to notice').execute(database)
    await sql.raw(change).execute(database)
    const everything = async () => {
      const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
      const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(database))
      return { tables, rows: (await Promise.all(rows)).map((result) => result.rows) }
    }
    const before = await everything()
    await expect(openDatabase(location)).rejects.toThrow(refusal)
    expect(await everything()).toEqual(before)
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
    const location = await newDatabase()
    const later = {
      ...MIGRATIONS,
      '0002-later': { up: addMuch },
      '0003-later-needs-0001': { up: async () => {} },
    }
    const database = await opened(location)
    const first = await receiverIn(database)()
    await migrateToLatest(database, later)

    const earlier = await opened(location)
    const second = await receiverIn(earlier, { channels: ['webhook'] })({ phone: '9876500000' }, { minutesAgo: 1 })
    const all = await Array.fromAsync(new CallbackRequests(earlier).all())
    expect(all.map(({ reference }) => reference)).toEqual([second, first])
    const { receivedAt: now, timeZone } = SUBMISSION
    const callbacks = new Callbacks(earlier, timeZone, () => now)
    const caller = { by: 'ravi', client: null }
    expect(await callbacks.claim(first, caller, true)).toMatchObject({ ok: true })
    expect(await callbacks.report(first, caller, { outcome: 'no_answer', note: 'Invented' })).toMatchObject({
      ok: true,
    })
    const row = await new Worklist(earlier, timeZone).row(first, now, caller.by)
    expect(row).toMatchObject({ tries: 1 })
    expect(await contextOf(earlier, row?.id ?? '')).toMatchObject({
      requests: [{ reference: first }],
      attempts: [{ outcome: 'no_answer' }],
      notes: [{ text: 'Invented' }],
    })
    const claimed = await new OutboxMessages(earlier).claim('webhook', { now, expiredLeases: [], limit: 10 })
    expect(claimed).toMatchObject([{ request: { reference: second } }])

    await migrateToLatest(earlier, later)
    expect(await migrationsOf(earlier)).toEqual(Object.keys(later))
  })

  test('stays as it is when a migration fails', async () => {
    const database = await opened(await newDatabase())
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
