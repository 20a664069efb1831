import { expect, inject, onTestFinished } from 'vitest'
import { Callers } from '../support/callers.ts'
import { hasPostgres } from '../support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../support/database/postgres-database.ts'
import { hasHaproxy } from '../support/several/haproxy.ts'
import { ALL_INSTANCES, browserAt, signInNew, startBehindHaproxy } from '../support/several/two-instances.ts'
import { type Call, SocketClient } from '../support/socket-client.ts'
import { testRequiring } from '../support/test-requirements.ts'

const rounds = Math.ceil(inject('soakFactor') / 2)

const SECONDS_PER_ROUND = 180

/** What a browser without script sends. */
const HTML_FORM: Call = {
  method: 'POST',
  url: '/api/contact-us',
  headers: {
    accept: 'text/html',
    origin: 'https://clinic.example',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  },
  payload: 'name=Ravi+Invented&phone=9876543210&email=ravi%40visitor.example&time_slot=Anytime&message=',
}

/** Repeats calls, each of which has one right answer, until it is told to stop. @returns what it was answered instead */
function repeat(calls: readonly { status: number; call: () => Promise<{ statusCode: number }> }[]) {
  const failures: unknown[] = []
  let isOver = false
  const repeated = calls.map(async ({ status, call }) => {
    while (!isOver) {
      const answered = await call().then(({ statusCode }) => statusCode, String)
      if (answered !== status) failures.push(`${answered} instead of ${status}`)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(repeated)
    return failures
  }
}

testRequiring(
  { PostgreSQL: hasPostgres(), HAProxy: hasHaproxy },
  'While two instances behind HAProxy are restarted one after the other under load, no call fails',
  { timeout: rounds * SECONDS_PER_ROUND * 1_000 },
  async () => {
    const databaseUrl = await newPostgresDatabase()
    const { instances, site, serversInUse } = await startBehindHaproxy(databaseUrl)
    const coordinator = browserAt(() => site)
    await signInNew(coordinator, databaseUrl)
    const visitor = new SocketClient(async () => site.href, { host: 'clinic.example' })
    onTestFinished(() => visitor.close())

    const callers = new Callers(8, [site])
    const stop = repeat([
      { status: 200, call: () => visitor.call({ url: '/' }) },
      { status: 303, call: () => visitor.call(HTML_FORM) },
      { status: 200, call: () => coordinator.get('/api/worklist') },
      // Without a key, so it must never be repeated after an instance may have begun it.
      { status: 422, call: () => coordinator.post('/api/sign-in') },
    ])
    for (let round = 0; round < rounds; round++) {
      for (const instance of instances) {
        await callers.acknowledge(50)
        expect(await instance.end()).toBe(0)
        await instance.start()
        await expect.poll(serversInUse).toEqual(ALL_INSTANCES)
      }
    }
    await callers.acknowledge(50)
    expect(await stop()).toEqual([])
    await callers.finish()
    expect(callers.failures).toBe(0)
    expect([...callers.statuses]).toEqual([201])
  },
)
