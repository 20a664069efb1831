import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { DETAILS, RECEIPT } from '../../../../tests/support/samples.ts'
import { silenceable } from '../../../../tests/support/silenceable.ts'
import { describeRequiring } from '../../../../tests/support/test-requirements.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { isPostgres, openDatabase } from './open-database.ts'
import { StoreUnavailable } from './store-unavailable.ts'

async function opened(url: string) {
  const database = await openDatabase(url)
  onTestFinished(() => database.destroy())
  return { database, requests: new CallbackRequests(database) }
}

/** An administrator's own connection. */
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

  test('Connections that are ended while they are idle or at work are replaced', async () => {
    const url = await newPostgresDatabase()
    const { database, requests } = await opened(url)
    const admin = await administrator(url)
    const receive = async () => (await requests.receive(DETAILS, RECEIPT)).ok

    await receive()
    expect((await admin.query(END_OURS)).rowCount).toBe(1)
    await expect.poll(async () => (await admin.query(END_OURS)).rowCount).toBe(0)
    expect(await receive()).toBe(true)

    const work = database.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction)
      await admin.query(END_OURS)
      await sql`select 1`.execute(transaction)
    })
    await expect(work).rejects.toThrow()
    expect(await receive()).toBe(true)
  })

  test('A table that somebody holds makes the store unavailable within seconds, until it is free', async () => {
    const url = await newPostgresDatabase()
    const { requests } = await opened(url)
    const admin = await administrator(url)
    await admin.query('begin; lock table callback_requests')
    await expect(requests.receive(DETAILS, RECEIPT)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      cause: { code: '57014' },
    })
    await admin.query('rollback')
    expect((await requests.receive(DETAILS, RECEIPT)).ok).toBe(true)
  })

  test('A database that only reads is unavailable for requests', async () => {
    const url = await newPostgresDatabase()
    const { requests } = await opened(url)
    const admin = await administrator(url)
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
    await expect(requests.receive(DETAILS, RECEIPT)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  test('A connection on which no answer comes is given up within seconds, and not used again', async () => {
    const { address, silence } = await silenceable(await newPostgresDatabase())
    const { requests } = await opened(address)
    await Promise.all(Array.from({ length: 3 }, () => requests.receive(DETAILS, RECEIPT)))
    silence()

    const before = performance.now()
    const lost = Array.from({ length: 3 }, () => requests.receive(DETAILS, RECEIPT))
    for (const result of await Promise.allSettled(lost)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
    }
    expect(performance.now() - before).toBeLessThan(10_000)
    expect((await requests.receive(DETAILS, RECEIPT)).ok).toBe(true)
  })

  test.each(['LATIN1', 'SQL_ASCII'])('A database in %s is refused, and nothing is made there', async (encoding) => {
    const url = new URL(await newPostgresDatabase())
    const admin = await administrator(url.href)
    const name = `${url.pathname.slice(1)}_${encoding.toLowerCase()}`
    await admin.query(`create database ${name} encoding '${encoding}' locale 'C' template template0`)
    url.pathname = name
    await expect(openDatabase(url.href)).rejects.toThrow(`the database must use UTF8, not ${encoding}`)
    const { rows } = await (await administrator(url.href)).query(`select 1 from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([])
  })

  test('All connections on which no answer comes are replaced once the database has ended what they left there', async () => {
    const { address, silence } = await silenceable(await newPostgresDatabase())
    const { requests } = await opened(address)
    const receive = () => requests.receive(DETAILS, RECEIPT)
    await Promise.all(Array.from({ length: 30 }, receive))
    silence()
    for (const { status } of await Promise.allSettled(Array.from({ length: 30 }, receive))) {
      expect(status).toBe('rejected')
    }
    await expect.poll(() => receive().then(({ ok }) => ok, String), { timeout: 10_000 }).toBe(true)
  }, 30_000)

  test.each([
    ['a wrong password', (url: URL) => Object.assign(url, { password: 'wrong' }), '28P01'],
    ['a database that is not there', (url: URL) => Object.assign(url, { pathname: '/nowhere' }), '3D000'],
    ['a port on which nobody listens', (url: URL) => Object.assign(url, { port: '1' }), 'ECONNREFUSED'],
  ])('%s is a fault at opening', async (_, change, code) => {
    const url = change(new URL(await newPostgresDatabase()))
    await expect(openDatabase(url.href)).rejects.toMatchObject({ code })
  })
})
