import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { openPostgres } from '../../src/server/storage/database/open-postgres.ts'
import { CallbackRequests } from '../../src/server/storage/requests/callback-requests.ts'
import { hasPostgres } from '../support/database/postgres-binaries.ts'
import { PostgresServer } from '../support/database/postgres-server.ts'
import { DETAILS, SUBMISSION } from '../support/samples.ts'
import { testRequiring } from '../support/test-requirements.ts'

testRequiring(
  { PostgreSQL: hasPostgres() },
  'While the standby that every commit waits for is absent, an instance stores nothing twice; when it returns, the instance recovers',
  {},
  async () => {
    const postgres = new PostgresServer()
    onTestFinished(() => postgres.remove())
    await postgres.create()
    const url = await postgres.createDatabase()
    const database = await openPostgres(url, { connectMs: 1_500, statementMs: 500, queryMs: 1_000 })
    onTestFinished(() => database.destroy())
    const requests = new CallbackRequests(database)
    const receive = (idempotencyKey?: string) => requests.receive(DETAILS, { ...SUBMISSION, idempotencyKey })

    const administrator = new Client(url)
    await administrator.connect()
    onTestFinished(() => administrator.end())
    const setStandby = async (setting: string) => {
      await administrator.query(`alter system ${setting}`)
      await administrator.query('select pg_reload_conf()')
    }
    expect((await receive()).ok).toBe(true)
    await setStandby(`set synchronous_standby_names = 'nobody'`)
    await expect
      .poll(async () => (await administrator.query('show synchronous_standby_names')).rows)
      .toEqual([{ synchronous_standby_names: 'nobody' }])

    const keys = Array.from({ length: 10 }, (_, index) => `key-${index}`)
    for (const result of await Promise.allSettled(keys.map(receive))) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
    }

    await setStandby('reset synchronous_standby_names')
    await expect.poll(() => receive().then(({ ok }) => ok, String), { timeout: 10_000 }).toBe(true)
    const rows = await database.selectFrom('callback_requests').select('idempotency_key').execute()
    const late = rows.flatMap(({ idempotency_key }) => idempotency_key ?? [])
    expect(late.length).toBeGreaterThan(0)
    // A repeated call returns the reference of the request that was stored late, and it is stored once.
    for (const key of late) expect((await receive(key)).ok).toBe(true)
    expect(await database.selectFrom('callback_requests').select('reference').execute()).toHaveLength(rows.length)
  },
)
