import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { openedDatabase } from '../../tests/support/database/opened-database.ts'
import { hasPostgres } from '../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../tests/support/database/postgres-database.ts'
import { storedIn } from '../../tests/support/database/stored-in.ts'
import { postAppointment } from '../../tests/support/post-appointment.ts'
import { receiverIn } from '../../tests/support/receive.ts'
import { SUBMISSION, UNHEARD_WEBHOOK } from '../../tests/support/samples.ts'
import { run, SERVER, startServer } from '../../tests/support/server-process.ts'
import { openStaffStore } from '../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { describeRequiring } from '../../tests/support/test-requirements.ts'
import { readSearchText } from '../callback-request/search-text.ts'
import { Callbacks } from '../server/storage/callbacks.ts'
import type { Database } from '../server/storage/database/open-database.ts'
import type { Schema } from '../server/storage/database/schema.ts'
import { Erasures } from '../server/storage/erasure.ts'
import { erasureListIn } from '../server/storage/erasure-list.ts'
import { Limits } from '../server/storage/limits.ts'
import { markAsMoved } from '../server/storage/open-store.ts'
import { claim as claimMessages } from '../server/storage/outbox.ts'
import { startDesk } from '../server/storage/overdue.ts'
import { findRequests } from '../server/storage/search.ts'
import { REQUESTS } from './requests.ts'

const { receivedAt, calendar } = SUBMISSION
const MOVED = [
  'callbacks',
  'callback_requests',
  'outbox_messages',
  'staff',
  'attempts',
  'notes',
  'blocked_numbers',
  'audit_events',
  'erasures',
] as const

const receive = (database: Database, phone: string, name = 'Asha Invented') =>
  receiverIn(database, { channels: ['webhook', 'staff-mail'] })({ phone, name })

/** A store with requests, a call and a note, and an empty PostgreSQL database. */
async function stores(numbers = 3) {
  const DATA_DIR = await temporaryDirectory()
  const from = await openedDatabase(DATA_DIR)
  await Promise.all(Array.from({ length: numbers }, (_, number) => receive(from, String(number).padStart(10, '0'))))
  const callbacks = new Callbacks(from, calendar, () => receivedAt)
  const caller = { by: 'ravi', client: null }
  const { id } = await from.selectFrom('callbacks').select('id').limit(1).executeTakeFirstOrThrow()
  await callbacks.claim(id, caller, { early: true })
  const once = { key: 'a key', bodyHash: 'a hash' }
  await callbacks.report(id, caller, { outcome: 'no_answer', note: 'Invented', once })
  const to = await newPostgresDatabase()
  const copy = (target = to) => runHere(REQUESTS, ['copy', '--to', target], { DATA_DIR })
  return { DATA_DIR, from, to, copy }
}

/** The rows of a table, in an order that does not depend on the database. */
async function rowsOf(database: Database, table: keyof Schema): Promise<string[]> {
  const rows = await database.selectFrom(table).selectAll().execute()
  return rows.map((row) => JSON.stringify('lease' in row ? { ...row, lease: null } : row)).sort()
}

/** A database's name in messages. */
function nameOf(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}${pathname}`
}

const IN_USE = 'The database has requests or accounts already: a store is moved only into an empty one.\n'

describeRequiring({ PostgreSQL: hasPostgres() }, 'Moving a store to PostgreSQL', () => {
  test('moves everything but sign-ins, over many pages, so that it is found there', async () => {
    const { DATA_DIR, from, to, copy } = await stores(1_201)
    await receive(from, '0000009999', 'Zoë Invented')
    await (await openStaffStore(DATA_DIR)).join('meera', 'manager')
    await new Limits(from, () => receivedAt).begin({ by: 'hospital', client: '127.0.0.1' })
    await startDesk(from, receivedAt)
    await new Erasures(from, erasureListIn(DATA_DIR)).erase({ numbers: ['0000000005'] })
    await from.updateTable('outbox_messages').set({ lease: 'ours' }).execute()
    const { id: callback } = await from.selectFrom('callbacks').select('id').limit(1).executeTakeFirstOrThrow()
    await from.insertInto('blocked_numbers').values({ number: '0000000009', callback }).execute()
    const target = await openedDatabase(to)
    // The desk may have been tried there.
    await startDesk(target, new Date())

    const counts = await Promise.all(MOVED.map(async (table) => `${table}: ${(await rowsOf(from, table)).length}`))
    expect(counts.join()).not.toContain(': 0')
    const told = 'Everything was moved. Start the server with DATABASE_URL from now on.'
    expect(await copy()).toEqual({ stdout: [...counts, told, ''].join('\n'), stderr: '', exitCode: 0 })
    for (const table of [...MOVED, 'request_words', 'store'] as const) {
      expect(await rowsOf(target, table)).toEqual(await rowsOf(from, table))
    }
    for (const table of ['staff_sessions', 'staff_invitations', 'limits'] as const)
      expect(await rowsOf(target, table)).toEqual([])
    expect(await target.selectFrom('outbox_messages').select('lease').distinct().execute()).toEqual([{ lease: null }])
    const found = await findRequests(target, { text: readSearchText('zoe') }, { after: null, limit: 10 })
    expect(found.rows).toMatchObject([{ name: 'Zoë Invented' }])
  })

  test('moves nothing when the database refuses a row, or its last commit, and can be repeated', async () => {
    for (const when of ['immediate', 'deferred']) {
      const { DATA_DIR, from, to, copy } = await stores()
      const target = await openedDatabase(to)
      await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no notes here'; end $$`.execute(target)
      await sql`create constraint trigger refuse after insert on notes
      deferrable initially ${sql.raw(when)} for each row execute function refuse()`.execute(target)
      expect(await copy()).toEqual({ stdout: '', stderr: 'no notes here\n', exitCode: 1 })
      for (const table of MOVED) expect(await rowsOf(target, table)).toEqual([])
      await receive(from, '0000000001')
      expect(await storedIn(DATA_DIR)).toHaveLength(4)

      await sql`drop trigger refuse on notes`.execute(target)
      expect(await copy()).toMatchObject({ stderr: '', exitCode: 0 })
      expect(await storedIn(to)).toHaveLength(4)
    }
  })

  test('ends the work of a server that still has the store open, its next start and every command', async () => {
    const { DATA_DIR, from, to, copy } = await stores()
    const { address, stop } = await startServer({ ...UNHEARD_WEBHOOK, DATA_DIR, LOG_LEVEL: 'silent' })
    expect((await postAppointment(address)).status).toBe(201)
    const { id } = await from.selectFrom('callbacks').select('id').limit(1).executeTakeFirstOrThrow()
    expect(await copy()).toMatchObject({ exitCode: 0 })
    const before = await Promise.all(MOVED.map((table) => rowsOf(from, table)))

    const claim = new Callbacks(from, calendar, () => receivedAt).claim(
      id,
      { by: 'ravi', client: null },
      { early: true },
    )
    const messages = claimMessages(from, 'staff-mail', { now: receivedAt, expiredLeases: [], limit: 10 })
    for (const refused of [claim, messages]) await expect(refused).rejects.toMatchObject({ name: 'StoreUnavailable' })
    expect((await postAppointment(address)).status).toBe(503)
    await expect.poll(async () => (await fetch(new URL('/readyz', address))).status).toBe(503)
    await stop()
    expect(await Promise.all(MOVED.map((table) => rowsOf(from, table)))).toEqual(before)

    const stderr = `DATA_DIR (${DATA_DIR}) was moved to ${nameOf(to)}: set DATABASE_URL.\n`
    expect(await run(SERVER, [], { DATA_DIR })).toEqual({ stdout: '', stderr, exitCode: 1 })
    for (const command of [['list'], ['check'], ['erase', '--phone', '0000000001'], ['backup', `${DATA_DIR}/backup`]]) {
      expect(await runHere(REQUESTS, command, { DATA_DIR })).toEqual({ stdout: '', stderr, exitCode: 1 })
    }
    const moved = await startServer({ DATABASE_URL: to, LOG_LEVEL: 'silent' })
    expect((await postAppointment(moved.address)).status).toBe(201)
    expect(await storedIn(to)).toHaveLength(5)
  })

  test('is repeated after it was killed when the store had been marked, and refused after that, elsewhere and by an earlier version', async () => {
    const { from, to, copy } = await stores()
    const other = await newPostgresDatabase()
    await receive(await openedDatabase(other), '0000000001')
    expect(await copy(other)).toEqual({ stdout: '', stderr: IN_USE, exitCode: 1 })
    expect(await storedIn(other)).toHaveLength(1)
    await receive(from, '0000000001')
    await sql`insert into kysely_migration values ('0999-later', '2027-01-01T00:00:00.000Z')`.execute(from)
    const later = 'A later version has added to the store: move it with that version.\n'
    expect(await copy()).toEqual({ stdout: '', stderr: later, exitCode: 1 })
    await sql`delete from kysely_migration where name = '0999-later'`.execute(from)
    const unreachable = await copy('postgres://clinic:invented-password@127.0.0.1:1/clinic')
    expect(unreachable.stderr).toMatch(/^--to \(127\.0\.0\.1:1\/clinic\) cannot be used: [^\n]*\n$/)

    await markAsMoved(from, nameOf(to))
    expect(await copy()).toMatchObject({ exitCode: 0 })
    expect(await storedIn(to)).toHaveLength(4)
    expect(await copy()).toEqual({ stdout: '', stderr: IN_USE, exitCode: 1 })
    const third = await newPostgresDatabase()
    const stderr = `The requests were moved to ${nameOf(to)} already.\n`
    expect(await copy(third)).toEqual({ stdout: '', stderr, exitCode: 1 })
    expect(await storedIn(third)).toEqual([])
  })
})
