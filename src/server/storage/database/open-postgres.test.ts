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

describeRequiring({ PostgreSQL: hasPostgres() }, 'PostgreSQL', () => {
  test('Every connection waits for the disk, whatever the database says; a statement has 3 s, an idle transaction 10', async () => {
    const url = await newPostgresDatabase()
    const admin = await administrator(url)
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
    const { database } = await opened(url)
    const limits = { statement_timeout: '3s', idle_in_transaction_session_timeout: '10s' }
    for (const [setting, value] of Object.entries({ synchronous_commit: 'on', ...limits })) {
      expect((await sql`show ${sql.raw(setting)}`.execute(database)).rows).toEqual([{ [setting]: value }])
    }
    expect(isPostgres(database)).toBe(true)
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
