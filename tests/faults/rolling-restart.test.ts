import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { Callers } from '../support/callers.ts'
import { expectIntact } from '../support/database/expect-intact.ts'
import { hasPostgres } from '../support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../support/database/postgres-database.ts'
import { SocketClient } from '../support/socket-client.ts'
import { hasHaproxy } from '../support/several/haproxy.ts'
import { browserAt, signInNew, startBehindHaproxy } from '../support/several/two-instances.ts'
import { testRequiring } from '../support/test-requirements.ts'

testRequiring(
  { PostgreSQL: hasPostgres(), HAProxy: hasHaproxy },
  'While two instances behind HAProxy are restarted one after the other under load, no call fails',
  {},
  async () => {
    const databaseUrl = await newPostgresDatabase()
    const { instances, site, serversInUse } = await startBehindHaproxy(databaseUrl)
    await expect.poll(serversInUse).toHaveLength(8)
    const browser = browserAt(() => site)
    await signInNew(browser, databaseUrl)
    const visitor = new SocketClient(async () => site.href, { host: 'clinic.example' })
    const html = { accept: 'text/html', origin: 'https://clinic.example', 'sec-fetch-site': 'same-origin' }
    const form = 'name=Ravi+Invented&phone=9876543210&email=ravi%40visitor.example&time_slot=Anytime&message='
    let posts = 0

    const callers = new Callers(8, [site])
    const statuses = new Map<string, number>()
    let isOver = false
    const others = Object.entries({
      page: () => visitor.call({ url: '/' }),
      'form without script': () =>
        visitor.call({
          method: 'POST',
          url: '/api/contact-us',
          headers: { ...html, 'content-type': 'application/x-www-form-urlencoded' },
          payload: `${form}${posts++}`,
        }),
      worklist: () => browser.get('/api/worklist'),
      'sign-in': () => browser.post('/api/sign-in', { email: browser.email, password: 1 }),
    }).map(async ([name, call]) => {
      while (!isOver) {
        const status = await call().then(({ statusCode }) => statusCode, String)
        statuses.set(`${name}: ${status}`, (statuses.get(`${name}: ${status}`) ?? 0) + 1)
      }
    })

    await callers.acknowledge(50)
    for (const instance of instances) {
      expect(await instance.end('SIGTERM')).toBe(0)
      await instance.start()
      await expect.poll(serversInUse).toHaveLength(8)
      await callers.acknowledge(50)
    }
    isOver = true
    await Promise.all([callers.finish(), ...others])
    await delay(0)
    visitor.close()
    console.log(statuses, callers.statuses, callers.calls.length, callers.calls.filter((c) => c.outcome.kind !== 'acknowledged'))
    expect(new Set(callers.calls.map(({ outcome }) => outcome.kind))).toEqual(new Set(['acknowledged']))
  },
)
