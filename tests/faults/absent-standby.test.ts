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
  'While the standby that every commit waits for is absent, an instance uses at most 10 connections and fails fast; when it returns, the instance recovers',
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
    const backends = async () => {
      const { rows } = await administrator.query(
        `select count(*)::int as count from pg_stat_activity where application_name = 'callback-clinic'`,
      )
      return rows[0].count as number
    }

    expect((await receive()).ok).toBe(true)
    await setStandby(`set synchronous_standby_names = 'nobody'`)
    await expect
      .poll(async () => (await administrator.query('show synchronous_standby_names')).rows)
      .toEqual([{ synchronous_standby_names: 'nobody' }])

    const keys = Array.from({ length: 90 }, (_, index) => `key-${index}`)
    const counts: number[] = []
    const watching = new AbortController()
    const watch = (async () => {
      while (!watching.signal.aborted) counts.push(await backends())
    })()
    for (const wave of [keys.slice(0, 30), keys.slice(30, 60), keys.slice(60)]) {
      const results = await Promise.allSettled(wave.map(receive))
      for (const result of results) {
        expect(result).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
      }
    }
    watching.abort()
    await watch
    expect(Math.max(...counts)).toBeLessThanOrEqual(10)
    const startedAt = performance.now()
    await expect(receive()).rejects.toMatchObject({ name: 'StoreUnavailable' })
    // Waiting for a new connection would take longer.
    expect(performance.now() - startedAt).toBeLessThan(1_000)

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
