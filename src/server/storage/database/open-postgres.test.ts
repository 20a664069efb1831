import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { silenceable } from '../../../../tests/support/silenceable.ts'
import { describeRequiring } from '../../../../tests/support/test-requirements.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { isPostgres, openDatabase } from './open-database.ts'
import { openPostgres, type PostgresTimeouts } from './open-postgres.ts'

/** Long enough for our own statements on a busy machine. */
const SHORT: PostgresTimeouts = { connectMs: 1_500, statementMs: 500, queryMs: 1_000 }

async function opened(url: string, timeouts?: PostgresTimeouts) {
  const database = await openPostgres(url, timeouts)
  onTestFinished(() => database.destroy())
  return { database, requests: new CallbackRequests(database) }
}

/** An administrator's connection. */
async function administrator(url: string): Promise<Client> {
  const client = new Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const END_OURS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'callback-clinic'`

describeRequiring({ PostgreSQL: hasPostgres() }, 'PostgreSQL', () => {
  test('Every connection waits for the disk, even where the database says otherwise', async () => {
    const url = await newPostgresDatabase()
    const admin = await administrator(url)
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
    const { database } = await opened(url)
    const { rows } = await sql`show synchronous_commit`.execute(database)
    expect(rows).toEqual([{ synchronous_commit: 'on' }])
    expect(isPostgres(database)).toBe(true)
  })

  test('A statement has three seconds, and a transaction without statements has ten', async () => {
    const { database } = await opened(await newPostgresDatabase())
    const shown = async (setting: string) => (await sql`show ${sql.raw(setting)}`.execute(database)).rows
    expect(await shown('statement_timeout')).toEqual([{ statement_timeout: '3s' }])
    expect(await shown('idle_in_transaction_session_timeout')).toEqual([{ idle_in_transaction_session_timeout: '10s' }])
  })

  test('Connections that are ended while they are idle or active are replaced', async () => {
    const url = await newPostgresDatabase()
    const { database, requests } = await opened(url)
    const admin = await administrator(url)
    const receive = async () => (await requests.receive(DETAILS, SUBMISSION)).ok

    await receive()
    expect((await admin.query(END_OURS)).rowCount).toBe(1)
    await expect.poll(async () => (await admin.query(END_OURS)).rowCount).toBe(0)
    await setImmediate() // what PostgreSQL said to the ended connection arrived with this answer, and is read now
    expect(await receive()).toBe(true)

    const work = database.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction)
      await admin.query(END_OURS)
      await sql`select 1`.execute(transaction)
    })
    await expect(work).rejects.toThrow()
    expect(await receive()).toBe(true)
  })

  test('A locked table makes the store unavailable after the time-out, until it is free', async () => {
    const url = await newPostgresDatabase()
    const { requests } = await opened(url, SHORT)
    const admin = await administrator(url)
    await admin.query('begin; lock table callback_requests')
    await expect(requests.receive(DETAILS, SUBMISSION)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      cause: { code: '57014' },
    })
    await admin.query('rollback')
    expect((await requests.receive(DETAILS, SUBMISSION)).ok).toBe(true)
  })

  test('A connection without answers is abandoned after the time-out, and not used again', async () => {
    const { address, silence } = await silenceable(await newPostgresDatabase())
    const { requests } = await opened(address, SHORT)
    await Promise.all(Array.from({ length: 3 }, () => requests.receive(DETAILS, SUBMISSION)))
    silence()

    const before = performance.now()
    const lost = Array.from({ length: 3 }, () => requests.receive(DETAILS, SUBMISSION))
    for (const result of await Promise.allSettled(lost)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
    }
    expect(performance.now() - before).toBeLessThan(5_000)
    expect((await requests.receive(DETAILS, SUBMISSION)).ok).toBe(true)
  })

  test.each(['LATIN1', 'SQL_ASCII'])('A database in %s is refused and stays empty', async (encoding) => {
    const url = new URL(await newPostgresDatabase())
    const admin = await administrator(url.href)
    const name = `${url.pathname.slice(1)}_${encoding.toLowerCase()}`
    await admin.query(`create database ${name} encoding '${encoding}' locale 'C' template template0`)
    url.pathname = name
    await expect(openDatabase(url.href)).rejects.toThrow(`the database must use UTF8, not ${encoding}`)
    const { rows } = await (await administrator(url.href)).query(`select 1 from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([])
  })

  test.each([
    ['a wrong password', (url: URL) => Object.assign(url, { password: 'wrong' }), '28P01'],
    ['a missing database', (url: URL) => Object.assign(url, { pathname: '/nowhere' }), '3D000'],
    ['a port on which nobody listens', (url: URL) => Object.assign(url, { port: '1' }), 'ECONNREFUSED'],
  ])('Opening with %s throws its code', async (_, change, code) => {
    const url = change(new URL(await newPostgresDatabase()))
    await expect(openDatabase(url.href)).rejects.toMatchObject({ cause: { code } })
  })
})
