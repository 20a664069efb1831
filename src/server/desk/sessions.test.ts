import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { testOnPostgres } from '../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../tests/support/desk/start-calls.ts'
import { openStream } from '../../../tests/support/open-stream.ts'
import { PASSWORD } from '../../../tests/support/staff-accounts.ts'
import { type Browser, startDeskListener } from '../../../tests/support/start-desk-listener.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { read } from '../storage/database/open-database.ts'
import * as accounts from '../storage/staff-accounts.ts'
import { lock } from '../storage/write.ts'

/** What a manager does to an account that ends its sessions. */
const ENDING = [
  (manager: Browser, account: string) => manager.patch(account, { role: 'manager', password: PASSWORD }),
  (manager: Browser, account: string) => manager.post(`${account}/reset`, { password: PASSWORD }),
  (manager: Browser, account: string) => manager.post(`${account}/disable`, { password: PASSWORD }),
]

const NEW_PASSWORD = 'another long invented password'

describe('A session', () => {
  test('Its token is only in a cookie that scripts cannot read, and the store has only its hash', async () => {
    const { signedIn, database } = await startDeskListener()
    const person = await signedIn('coordinator')
    const response = await person.signIn()
    const [cookie] = response.cookies
    expect(cookie).toMatchObject({ name: 'desk', path: '/', httpOnly: true, sameSite: 'Strict' })
    for (const absent of ['domain', 'maxAge', 'expires', 'secure']) expect(cookie).not.toHaveProperty(absent)
    expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32)
    expect(response.body).not.toContain(cookie?.value)
    const stored = await database.selectFrom('staff_sessions').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(cookie?.value)
  })

  test('Ends after 60 minutes without a call that a person made', async () => {
    const { signedIn, clock } = await startDeskListener()
    const person = await signedIn('coordinator')
    clock.pass({ minutes: 59 })
    expect(await person.isSignedIn()).toBe(true)
    clock.pass({ minutes: 59, seconds: 59 })
    expect((await person.get('/api/me', { 'x-background': 'true' })).statusCode).toBe(200)
    clock.pass({ seconds: 1 })
    expect(await person.isSignedIn()).toBe(false)
  })

  test('Ends 12 hours after the sign-in, however much it is used', async () => {
    const { signedIn, clock, events } = await startDeskListener()
    const person = await signedIn('coordinator')
    await person.signIn()
    for (let half = 1; half < 24; half++) {
      clock.pass({ minutes: 30 })
      const { cookie } = person
      if (half === 12) {
        await person.post('/api/me/password', { current: PASSWORD, new: NEW_PASSWORD, more: 'is ignored' })
        expect(person.cookie).not.toBe(cookie)
      }
      expect(await person.isSignedIn(), `after ${half / 2} hours`).toBe(true)
    }
    clock.pass({ minutes: 30 })
    expect(await person.isSignedIn()).toBe(false)
    expect((await events('session-ended')).map(({ detail }) => detail)).toContain('{"because":"12 hours"}')
  })

  test('Each person has at most five, and the oldest ends, also when the clock stands still or is put back', async () => {
    const { signedIn, browser, clock, events } = await startDeskListener()
    const person = await signedIn('coordinator')
    const other = await signedIn('coordinator')
    const tabs = [person]
    for (let tab = 2; tab <= 6; tab++) {
      if (tab === 4) clock.pass({ hours: -2 })
      const next = browser()
      await next.signIn({ email: person.email })
      tabs.push(next)
    }
    expect(await Promise.all(tabs.map((tab) => tab.isSignedIn()))).toEqual([false, true, true, true, true, true])
    expect(await other.isSignedIn()).toBe(true)
    const ended = { subject: person.id, detail: '{"because":"too many"}' }
    expect(await events('session-ended')).toMatchObject([ended])
  })

  test('Who knows only the password ends no session of the person, and is not recorded as the person', async () => {
    const { signedIn, browser } = await startDeskListener()
    const manager = await signedIn('manager')
    const recorded = (await manager.get('/api/audit')).json().rows
    for (let tab = 1; tab <= 6; tab++) await browser().signIn({ email: manager.email })
    expect(await manager.isSignedIn()).toBe(true)
    expect((await manager.get('/api/audit')).json().rows).toEqual(recorded)
  })

  test('Ends when somebody signs in again in the same browser, also by a link', async () => {
    const { database, signedIn, browser, act, events } = await startDeskListener()
    const [asha, ravi] = [await signedIn('coordinator'), await signedIn('coordinator')]
    const elsewhere = browser()
    await elsewhere.signIn({ email: asha.email })
    const old = browser()
    const isOver = async (change: () => Promise<unknown>) => {
      old.cookie = asha.cookie
      expect(await old.isSignedIn()).toBe(true)
      await change()
      expect(await asha.isSignedIn()).toBe(true)
      expect(await old.isSignedIn()).toBe(false)
    }
    await isOver(() => asha.signIn())
    await isOver(() => asha.signIn({ email: ravi.email }))
    const invited = await accounts.invite(act(), { email: 'c@clinic.example', name: 'C', role: 'coordinator' })
    const token = invited.ok ? invited.value.token : ''
    const links = await database.selectFrom('staff_invitations').selectAll().execute()
    expect(JSON.stringify(links)).not.toContain(token)
    await isOver(() => asha.post('/api/invitations/accept', { token, name: 'C', password: PASSWORD }))
    expect(await elsewhere.isSignedIn()).toBe(true)
    old.cookie = asha.cookie
    expect((await asha.signIn({ email: ravi.email, password: 'wrong' })).statusCode).toBe(401)
    expect(await old.isSignedIn()).toBe(true)
    expect((await events('session-ended')).map(({ subject }) => subject)).toEqual([asha.id, asha.id, ravi.id])
  })

  test('Ends at once when another instance disables, resets or promotes, and open event streams within two seconds', async () => {
    const location = await temporaryDirectory()
    const { signedIn, listen } = await startDeskListener(location)
    const address = await listen()
    const other = await startDeskListener(location)
    const manager = await other.signedIn('manager')
    for (const change of ENDING) {
      const person = await signedIn('coordinator')
      const stream = await openStream(address, person)
      expect(await person.isSignedIn()).toBe(true)
      expect((await change(manager, `/api/staff/${person.id}`)).statusCode).toBeLessThan(300)
      expect(await person.isSignedIn()).toBe(false)
      await stream.until('event: session-ended')
      await stream.ended
      await manager.post(`/api/staff/${person.id}/enable`, { password: PASSWORD })
      expect(await person.isSignedIn()).toBe(false)
    }
  })
})

test('Is checked again when the body is there', async () => {
  const { signedIn, listen, act } = await startDeskListener()
  const address = await listen()
  const person = await signedIn('coordinator')
  const calling = request(`${address}/api/requests/search`, { method: 'POST' })
  const headers = { cookie: person.cookie, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
  for (const [name, value] of Object.entries({ ...headers, 'content-length': '2', expect: '100-continue' })) {
    calling.setHeader(name, value ?? '')
  }
  calling.flushHeaders()
  await once(calling, 'continue')
  await accounts.disable(act(), person.id)
  const [{ statusCode }] = await once(calling.end('{}'), 'response')
  expect(statusCode).toBe(401)
})

testOnPostgres('A change checks it once more in its transaction, which may have waited', async (location) => {
  const { ask, signedIn, database } = await startCalls(location)
  const [reference, person] = [await ask(), await signedIn('coordinator')]
  const waits = sql`select pid from pg_locks where not granted`
  const claimed = await database.transaction().execute(async (transaction) => {
    // As whoever ends the sessions of a person.
    await lock(transaction, `person ${person.id}`)
    const claiming = person.claim(reference, { early: true })
    await expect.poll(async () => (await read(database, waits)).length).toBeGreaterThan(0)
    await transaction.deleteFrom('staff_sessions').where('staff', '=', person.id).execute()
    return { claiming }
  })
  expect((await claimed.claiming).statusCode).toBe(401)
  expect(await database.selectFrom('callbacks').select('claimed_by').execute()).toEqual([{ claimed_by: null }])
})

test('A call of its person is written down once a minute at most', async () => {
  const { signedIn, clock, database } = await startDeskListener()
  const person = await signedIn('coordinator')
  const seen = async () => {
    expect(await person.isSignedIn()).toBe(true)
    return (await database.selectFrom('staff_sessions').select('seen_at').executeTakeFirstOrThrow()).seen_at
  }
  const first = await seen()
  clock.pass({ seconds: 59 })
  expect(await seen()).toBe(first)
  clock.pass({ seconds: 1 })
  expect(await seen()).toBe(clock.now.toISOString())
})

test('Has ten open event streams, with a comment and an event every 15 seconds: the eleventh ends the oldest, another session keeps its own, and all end with the server, also while the store does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { app, database, listen, signedIn } = await startDeskListener()
  const person = await signedIn('coordinator')
  const address = await listen()
  const others = await openStream(address, await signedIn('coordinator'))
  const streams = []
  for (let opened = 0; opened < 11; opened++) streams.push(await openStream(address, person))
  await streams[0]?.ended
  const [, ...open] = [...streams, others]
  const first = await Promise.race([...open.map(({ ended }) => ended), streams[0]?.ended.then(() => 'only the oldest')])
  expect(first).toBe('only the oldest')

  for (const stream of open) expect(stream.text()).not.toContain('event: ')
  vi.advanceTimersByTime(15_000)
  for (const stream of open) await stream.until(':\n\nevent: alive\ndata: {}\n\n')

  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const holding = database.transaction().execute(() => isOver)
  // By then the streams are being compared with the store.
  await delay(1_000)
  const before = performance.now()
  const closing = app.close()
  await Promise.all(open.map(({ ended }) => ended))
  expect(performance.now() - before).toBeLessThan(5_000)
  end()
  await Promise.all([holding, closing])
})
