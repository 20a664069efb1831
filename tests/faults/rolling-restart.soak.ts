import { expect, inject } from 'vitest'
import { Callers } from '../support/callers.ts'
import { hasPostgres } from '../support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../support/database/postgres-database.ts'
import { hasHaproxy } from '../support/several/haproxy.ts'
import { ALL_INSTANCES, browserAt, signInNew, startBehindHaproxy } from '../support/several/two-instances.ts'
import { testRequiring } from '../support/test-requirements.ts'

const rounds = Math.ceil(inject('soakFactor') / 2)

const SECONDS_PER_ROUND = 180

testRequiring(
  { PostgreSQL: hasPostgres(), HAProxy: hasHaproxy },
  'While two instances behind HAProxy are restarted one after the other under load, no call fails',
  { timeout: rounds * SECONDS_PER_ROUND * 1_000 },
  async () => {
    const databaseUrl = await newPostgresDatabase()
    const { instances, site, serversInUse } = await startBehindHaproxy(databaseUrl)
    const coordinator = browserAt(() => site)
    await signInNew(coordinator, databaseUrl)
    const callers = new Callers(8, [site])
    // Without a key, so these must never be repeated after an instance may have begun them.
    let isOver = false
    const signIns = new Set<number>()
    const signingIn = (async () => {
      while (!isOver) signIns.add((await coordinator.post('/api/sign-in')).statusCode)
    })()
    for (let round = 0; round < rounds; round++) {
      for (const instance of instances) {
        await callers.acknowledge(50)
        expect(await instance.end()).toBe(0)
        await instance.start()
        await expect.poll(serversInUse).toEqual(ALL_INSTANCES)
      }
    }
    await callers.acknowledge(50)
    isOver = true
    await signingIn
    expect([...signIns]).toEqual([422])
    await callers.finish()
    expect(callers.failures).toBe(0)
    expect([...callers.statuses]).toEqual([201])
  },
)
