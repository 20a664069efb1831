import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { openedDatabase } from '../../../tests/support/database/opened-database.ts'
import { hasPostgres } from '../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../tests/support/database/postgres-database.ts'
import { receiverIn } from '../../../tests/support/receive.ts'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { describeRequiring } from '../../../tests/support/test-requirements.ts'
import { CallbackRequests } from './callback-requests.ts'
import { Callbacks } from './callbacks.ts'
import { MIGRATIONS, migrateToLatest, migrationsOf } from './database/migrate.ts'
import { hasStore, openDatabase } from './database/open-database.ts'
import { openPostgres } from './database/open-postgres.ts'
import type { Schema } from './database/schema.ts'
import { faultCount, StoreUnavailable, translated } from './database/store-unavailable.ts'
import { claim } from './outbox.ts'
import { contextOf } from './person.ts'
import { Worklist } from './worklist.ts'

/** What each connection to SQLite has. */
const PRAGMAS = {
  journal_mode: 'wal',
  journal_size_limit: 16_777_216,
  synchronous: 2,
  foreign_keys: 1,
  secure_delete: 1,
  busy_timeout: 0,
}

test('Every connection waits for the disk, also on a store that exists', async () => {
  const dataDirectory = await temporaryDirectory()
  for (const database of [await openedDatabase(dataDirectory), await openedDatabase(dataDirectory)]) {
    for (const [name, value] of Object.entries(PRAGMAS)) {
      const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database)
      expect(Object.values(rows[0] ?? {}), name).toEqual([value])
    }
  }
})

test('The write-ahead log, which grows beside an open reader, is cut when the reader has ended', async () => {
  const dataDirectory = await temporaryDirectory()
  const database = await openedDatabase(dataDirectory)
  const write = (ballast: string) =>
    sql`insert into write_probe (id, written_at, ballast) values (1, '', ${ballast})
      on conflict (id) do update set ballast = excluded.ballast`.execute(database)
  const logBytes = async () => (await stat(join(dataDirectory, 'requests.sqlite-wal'))).size
  const reader = new SqliteFile(join(dataDirectory, 'requests.sqlite'))
  onTestFinished(() => void reader.close())
  reader.exec('begin')
  reader.prepare('select * from store').all()
  for (const letter of 'abcde') await write(letter.repeat(4_000_000))
  expect(await logBytes()).toBeGreaterThan(20_000_000)
  reader.exec('commit')
  for (const letter of 'abc') await write(letter)
  expect(await logBytes()).toBeLessThanOrEqual(16 * 1_024 * 1_024)
})

test('Only the owner may read the directory and the files, including the write-ahead log', async () => {
  const dataDirectory = join(await temporaryDirectory(), 'made', 'here')
  const database = await openedDatabase(dataDirectory)
  await new CallbackRequests(database).receive(DETAILS, SUBMISSION)

  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  expect(await modeOf(dataDirectory)).toBe(0o700)
  const files = (await readdir(dataDirectory)).sort()
  expect(files).toEqual(['requests.sqlite', 'requests.sqlite-shm', 'requests.sqlite-wal'])
  for (const file of files) expect(await modeOf(join(dataDirectory, file)), file).toBe(0o600)
})

test('A transaction holds the write lock from its start, so that it never has to stop halfway', async () => {
  const dataDirectory = await temporaryDirectory()
  const database = await openedDatabase(dataDirectory)
  await database.transaction().execute(async (transaction) => {
    await transaction.selectFrom('callback_requests').select('reference').execute()
    const other = new SqliteFile(join(dataDirectory, 'requests.sqlite'), { timeout: 0 })
    expect(() => other.exec('begin immediate')).toThrow('database is locked')
    other.close()
  })
})

/** An administrator's connection. */
async function administrator(url: string): Promise<Client> {
  const client = new Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** What PgBouncer lets a client set while it opens a connection. */
const POOLED = ['user', 'database', 'application_name', 'client_encoding']

/** A proxy before a database that refuses what PgBouncer refuses. @returns its address, and what it has refused */
async function startPooler(url: string) {
  const { hostname, port } = new URL(url)
  const refused: string[] = []
  const server = createServer((client) => {
    client
      .on('error', () => {})
      .once('data', (startup) => {
        const [...texts] = startup.subarray(8, -2).toString().split('\0')
        const unknown = texts.find((name, index) => index % 2 === 0 && !POOLED.includes(name))
        if (unknown !== undefined) {
          refused.push(unknown)
          const text = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`)
          const head = Buffer.from([69, 0, 0, 0, text.length + 4])
          client.end(Buffer.concat([head, text]))
          return
        }
        const database = connect(Number(port), hostname).on('error', () => client.destroy())
        database.write(startup)
        client.pipe(database).pipe(client)
      })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = new URL(url)
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address: address.href, refused }
}

/** Lets nothing more come from the connections to a database, as when its machine has lost its power. Later ones work. */
async function silence(admin: Client) {
  const { rows } = await admin.query(`select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of rows) process.kill(pid, name)
  }
  signal('SIGSTOP')
  onTestFinished(() => signal('SIGCONT'))
}

describeRequiring({ PostgreSQL: hasPostgres() }, 'PostgreSQL', () => {
  test('Every connection waits for the disk, whatever the database says; a statement has 3 s, an idle transaction 10', async () => {
    const url = await newPostgresDatabase()
    const admin = await administrator(url)
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
    const database = await openedDatabase(url)
    const limits = { statement_timeout: '3s', idle_in_transaction_session_timeout: '10s' }
    for (const [setting, value] of Object.entries({ synchronous_commit: 'on', ...limits })) {
      expect((await sql`show ${sql.raw(setting)}`.execute(database)).rows).toEqual([{ [setting]: value }])
    }
  })

  test('A pooler that refuses settings while a connection opens, as PgBouncer does, is no hindrance', async () => {
    const { address, refused } = await startPooler(await newPostgresDatabase())
    const database = await openedDatabase(address)
    expect(await hasStore(address)).toBe(true)
    expect((await sql`show statement_timeout`.execute(database)).rows).toEqual([{ statement_timeout: '3s' }])
    expect(refused).toEqual([])
  })

  test('A connection without answers is abandoned after the time-out, and not used again', async () => {
    const url = await newPostgresDatabase()
    // Long enough for our own statements on a busy machine.
    const database = await openPostgres(url, { connectMs: 1_500, statementMs: 500, queryMs: 1_000 })
    onTestFinished(() => database.destroy())
    const requests = new CallbackRequests(database)
    await Promise.all(Array.from({ length: 3 }, () => requests.receive(DETAILS, SUBMISSION)))
    await silence(await administrator(url))

    const before = performance.now()
    const lost = Array.from({ length: 3 }, () => requests.receive(DETAILS, SUBMISSION))
    for (const result of await Promise.allSettled(lost)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
    }
    expect(performance.now() - before).toBeLessThan(5_000)
    expect((await requests.receive(DETAILS, SUBMISSION)).ok).toBe(true)
  })

  test('A database in another encoding is refused and stays empty', async () => {
    const url = new URL(await newPostgresDatabase())
    const admin = await administrator(url.href)
    const name = `${url.pathname.slice(1)}_ascii`
    await admin.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
    url.pathname = name
    await expect(openDatabase(url.href)).rejects.toThrow('the database must use UTF8, not SQL_ASCII')
    const { rows } = await (await administrator(url.href)).query(`select 1 from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([])
  })
})

test('A store that this version cannot use is refused in one line, and not changed', async () => {
  const later = `insert into kysely_migration values ('0999-later-needs-0999', '2027-01-01T00:00:00.000Z')`
  const other = `update kysely_migration set name = '0001-callback-requests' where name = '0001-initial'`
  for (const [change, refusal] of [
    [other, /^its store was made by another version, .+ store$/],
    [later, /^a later version has changed its store .+ \(0999-later-needs-0999\), .+ upgrade$/],
  ] as const) {
    const location = await temporaryDirectory()
    const database = await openedDatabase(location)
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
    const later = { ...MIGRATIONS, '0998-later': { up: addMuch }, '0999-later-needs-0001': { up: async () => {} } }
    const location = await newDatabase()
    await migrateToLatest(await openedDatabase(location), later)

    const earlier = await openedDatabase(location)
    const reference = await receiverIn(earlier, { channels: ['webhook'] })()
    const { receivedAt: now, calendar } = SUBMISSION
    const callbacks = new Callbacks(earlier, calendar, () => now)
    const caller = { by: 'ravi', client: null }
    await callbacks.claim(reference, caller, { early: true })
    await callbacks.report(reference, caller, { outcome: 'no_answer', note: 'Invented' })
    const { id } = await earlier.selectFrom('callbacks').select('id').executeTakeFirstOrThrow()
    expect(
      await contextOf(earlier, id, id, new Worklist(earlier, calendar.timeZone), { now, viewer: 'ravi' }),
    ).toMatchObject({
      requests: [{ reference }],
      attempts: [{ outcome: 'no_answer' }],
      notes: [{ text: 'Invented' }],
    })
    const claimed = await claim(earlier, 'webhook', { now, expiredLeases: [], limit: 10 })
    expect(claimed).toMatchObject([{ request: { reference } }])
    await migrateToLatest(earlier, later)
    expect(await migrationsOf(earlier)).toEqual(Object.keys(later))
  })
})

test('A store stays as it is when a migration fails', async () => {
  const database = await openedDatabase()
  const halfway = async (migrated: typeof database) => {
    await sql`create table half_made (id text)`.execute(migrated)
    throw new Error('halfway')
  }
  await expect(migrateToLatest(database, { ...MIGRATIONS, '9999-halfway': { up: halfway } })).rejects.toThrow('halfway')
  const names = (await database.introspection.getTables()).map(({ name }) => name)
  expect(names).toContain('outbox_messages')
  expect(names).not.toContain('half_made')
})

const withCode = (code: string) => Object.assign(new Error('at fault'), { code })

test('Faults of SQLite, PostgreSQL and the network make the store unavailable, and count; an error in a query does not', () => {
  const codes = [
    ...['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_IOERR_FSYNC'],
    ...['08006', '57P01', '57P03', '53100', '53300', '57014', '25006', '28P01', '3D000'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN', 'CERT_HAS_EXPIRED'],
  ]
  const messages = ['Connection terminated unexpectedly', 'Query read timeout']
  const before = faultCount()
  for (const code of codes) expect(translated(withCode(code)), code).toBeInstanceOf(StoreUnavailable)
  for (const message of messages) expect(translated(new Error(message)), message).toBeInstanceOf(StoreUnavailable)
  expect(faultCount()).toBe(before + codes.length + messages.length)
  for (const code of ['SQLITE_ERROR', 'SQLITE_CONSTRAINT_UNIQUE', '22021', '23505', '42P01', 'ERR_INVALID_ARG_TYPE']) {
    const error = withCode(code)
    expect(translated(error), code).toBe(error)
  }
})
