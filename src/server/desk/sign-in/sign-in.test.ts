import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { describeOnEachDatabase, testOnPostgres } from '../../../../tests/support/database/each-database.ts'
import { openedDatabase } from '../../../../tests/support/database/opened-database.ts'
import { PASSWORD } from '../../../../tests/support/staff-accounts.ts'
import { type Browser, startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'
import * as accounts from '../../storage/staff-accounts.ts'
import { hashPassword } from './password-hash.ts'

const WRONG = 'a wrong invented password'
const NEW = 'another long invented password'

/** Behind a proxy, which says who the clients are. */
async function start(store?: string) {
  const desk = await startDeskListener(store, { trustedProxies: ['127.0.0.1'] })
  const signIn = (call: { email: string; password?: string; client?: string }) => desk.browser().signIn(call)
  return {
    ...desk,
    signIn,
    /** Wrong passwords, each from a client of its own. */
    async fail(email: string, times: number) {
      for (let failure = 1; failure <= times; failure++) {
        expect(statusOf(await signIn({ email, password: WRONG, client: `203.0.113.${failure}` }))).toBe('401')
      }
    },
    /** The addresses of nobody, of an enabled and a disabled account, and of one that has not been accepted yet. */
    async addresses() {
      const [person, disabled] = [await desk.signedIn('coordinator'), await desk.signedIn('coordinator')]
      await accounts.disable(desk.act(), disabled.id)
      const invited = { email: 'invited@clinic.example', name: 'Ina', role: 'coordinator' as const }
      await accounts.invite(desk.act(), invited)
      return { nobody: 'nobody@clinic.example', person: person.email, disabled: disabled.email, invited: invited.email }
    },
    /** Gives the right password and no code. */
    async pendingSignIn({ email, secret }: Browser): Promise<Browser> {
      const tab = desk.browser()
      tab.secret = secret
      expect((await tab.signIn({ email })).json()).toEqual({ next: 'code' })
      return tab
    },
  }
}

const sendCode = async (tab: Browser, code: string) => statusOf(await tab.post('/api/sign-in/code', { code }))

describe('Signing in', () => {
  test('A coordinator signs in with a password, a manager also with a code, each time with a new session', async () => {
    const { signedIn, browser, clock, pendingSignIn } = await start()
    const coordinator = await signedIn('coordinator')
    const before = coordinator.cookie
    const signIn = await coordinator.signIn({ email: ` ${coordinator.email.toUpperCase()} ` })
    expect(signIn.json()).toEqual({ next: 'desk' })
    expect(coordinator.cookie).not.toBe(before)

    const manager = await signedIn('manager')
    clock.pass({ minutes: 1 })
    const tab = await pendingSignIn(manager)
    const pending = tab.cookie
    expect((await tab.post('/api/sign-in/code', { code: tab.code() })).json()).toEqual({ next: 'desk' })
    expect(tab.cookie).not.toBe(pending)
    expect((await tab.get('/api/me')).json()).toMatchObject({ role: 'manager', second_factor: true })
    const anonymous = browser()
    anonymous.cookie = pending
    expect(await sendCode(anonymous, manager.code(1))).toBe('401')
  })

  test('Unknown, wrong, disabled and not yet accepted are answered with the same bytes', async () => {
    const { addresses, signIn } = await start()
    const { person, ...others } = await addresses()
    const answers = [await signIn({ email: person, password: WRONG })]
    for (const email of Object.values(others)) answers.push(await signIn({ email }))
    const [first] = answers
    expect([first?.statusCode, first?.headers['set-cookie']]).toEqual([401, undefined])
    for (const { body, headers } of answers) {
      expect([body, { ...headers, date: '' }]).toEqual([first?.body, { ...first?.headers, date: '' }])
    }
  })

  test('Unknown, wrong, disabled and not yet accepted take the same time', async () => {
    const { addresses, database, signIn } = await start()
    const emails = Object.values(await addresses())
    // Hashes of the usual accounts of tests cost less.
    const usual = database.updateTable('staff').where('password_hash', 'is not', null)
    await usual.set({ password_hash: await hashPassword(PASSWORD) }).execute()
    const times = emails.map((): number[] => [])
    /** The 20th percentile: what a call takes when nothing else in the process happens meanwhile. */
    const undisturbed = () => times.map((taken) => taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 5)] ?? 0)
    /** Source: desk, section 2. */
    const areAlike = (least: number, most: number) => most / least < 1.2 || most - least < 10
    // On a busy machine the times come closer to each other with each round. A real difference stays.
    for (let round = 1; round <= 60; round++) {
      // In turn, so that whatever else the machine does slows all of them alike.
      for (const [index, email] of emails.entries()) {
        await database.deleteFrom('limits').execute() // no attempt is throttled
        // The processor's time, of which hashing is nearly all: it counts no waiting for other processes.
        const before = process.cpuUsage()
        expect((await signIn({ email, password: WRONG })).statusCode).toBe(401)
        const { user, system } = process.cpuUsage(before)
        times[index]?.push((user + system) / 1_000)
      }
      if (round % 5 === 0 && areAlike(Math.min(...undisturbed()), Math.max(...undisturbed()))) return
    }
    expect.fail(`They take different times, in ms: ${undisturbed().map(Math.round).join(', ')}`)
  })

  test('After ten failures an e-mail address is refused, known or not, also with the right password', async () => {
    const { act, signedIn, browser, clock, fail, signIn } = await start()
    const person = await signedIn('coordinator')
    const { email } = person
    for (const each of [email, 'nobody@clinic.example']) {
      await fail(each, 10)
      const refused = await signIn({ email: ` ${each.toUpperCase()}` })
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    }
    expect(statusOf(await person.get('/api/me'))).toBe('200')
    clock.pass({ minutes: 15 })
    expect(statusOf(await signIn({ email }))).toBe('200')
    // Nor is it refused for longer after a clock was put back.
    await fail(email, 10)
    clock.pass({ hours: -24 })
    expect(statusOf(await signIn({ email }))).toBe('200')
    // The link of a reset works nevertheless. It does not end the refusal: those were failures of others.
    await fail(email, 10)
    const reset = await accounts.reset(act(), person.id)
    const accepted = { token: reset.ok ? reset.value.token : '', name: 'Nina', password: PASSWORD }
    expect(statusOf(await browser().post('/api/invitations/accept', accepted))).toBe('200')
    expect(statusOf(await person.signIn())).toBe('429')
  })

  test('A completed sign-in clears the failures that came from its own address, never those of strangers', async () => {
    const { signedIn, clock, fail, signIn, pendingSignIn } = await start()
    const person = await signedIn('coordinator')
    const own = '203.0.113.99'
    const attempt = async (password: string) => statusOf(await signIn({ email: person.email, password, client: own }))
    for (const failure of [1, 2, 3]) expect(await attempt(WRONG), String(failure)).toBe('401')
    await fail(person.email, 6)
    expect(await attempt(PASSWORD)).toBe('200')
    // Six failures of strangers are left, as of an address that has no account.
    for (const nobody of ['', 'nobody@clinic.example']) {
      if (nobody) await fail(nobody, 6)
      await fail(nobody || person.email, 4)
      expect(statusOf(await signIn({ email: nobody || person.email }))).toBe('429')
    }

    const manager = await signedIn('manager')
    clock.pass({ minutes: 15 })
    for (const wrong of [4, 4, 4]) {
      const tab = await pendingSignIn(manager)
      for (let failure = 1; failure <= wrong; failure++) expect(await sendCode(tab, '000000')).toBe('401')
      expect(await sendCode(tab, manager.code())).toBe('200')
      clock.pass({ minutes: 1 })
    }
  })

  test('A code works once, and so does no earlier one, nor the one that confirmed the second factor', async () => {
    const { signedIn, clock, pendingSignIn } = await start()
    const manager = await signedIn('manager')
    expect(await sendCode(await pendingSignIn(manager), manager.code())).toBe('401')
    clock.pass({ minutes: 2 })
    const [one, two] = [await pendingSignIn(manager), await pendingSignIn(manager)]
    const code = manager.code()
    expect(await sendCode(one, code)).toBe('200')
    for (const old of [code, manager.code(-1)]) expect(await sendCode(two, old)).toBe('401')
    expect(await sendCode(two, manager.code(1))).toBe('200')
  })

  test('The fifth wrong code ends the sign-in, and wrong codes count for the e-mail address', async () => {
    const { signedIn, clock, pendingSignIn, signIn } = await start()
    const manager = await signedIn('manager')
    clock.pass({ minutes: 1 })
    for (const attempts of [5, 5]) {
      const tab = await pendingSignIn(manager)
      for (let wrong = 1; wrong <= attempts; wrong++) expect(await sendCode(tab, '000000')).toBe('401')
      expect(await sendCode(tab, manager.code())).toBe('401')
    }
    expect(statusOf(await signIn({ email: manager.email }))).toBe('429')
  })

  test('A password is the same however a keyboard composes its letters', async () => {
    const { signedIn } = await start()
    const person = await signedIn('coordinator')
    const chosen = '각'.repeat(85).normalize('NFD')
    expect((await person.post('/api/me/password', { current: PASSWORD, new: chosen })).statusCode).toBe(204)
    for (const form of ['NFC', 'NFD']) {
      expect((await person.signIn({ password: chosen.normalize(form) })).statusCode, form).toBe(200)
    }
  })

  test('While too many passwords are being hashed, further sign-ins are asked to wait and do not count', async () => {
    const { signIn, database } = await start()
    const attempts = Array.from({ length: 40 }, (_, index) =>
      signIn({ email: `nobody-${index}@clinic.example`, client: `203.0.113.${index}` }),
    )
    const answers = await Promise.all(attempts)
    const busy = answers.filter(({ statusCode }) => statusCode === 503)
    expect(busy.length).toBeGreaterThan(0)
    for (const { headers } of busy) expect(headers['retry-after']).toBe('2')
    for (const { statusCode } of answers) expect([401, 503]).toContain(statusCode)
    const counts = await database.selectFrom('limits').select('times').execute()
    const counted = counts.reduce((sum, { times }) => sum + times, 0)
    expect(counted).toBe(3 * (answers.length - busy.length))
  })
})

describe('A wrong password of somebody who is signed in', () => {
  test.each<[string, (person: Browser, password: string) => ReturnType<Browser['call']>]>([
    ['a new password', (person, current) => person.post('/api/me/password', { current, new: NEW })],
    ['removing the second factor', (person, password) => person.delete('/api/second-factor', { password })],
  ])('Counts like one of a sign-in, and is recorded: %s', async (_, call) => {
    const { signedIn, clock, events, signIn } = await start()
    const person = await signedIn('coordinator')
    // As many at once as a stolen session could send.
    const answers = await Promise.all(Array.from({ length: 22 }, () => call(person, WRONG)))
    expect(answers.map(statusOf).sort()).toEqual([...Array(10).fill('401'), ...Array(12).fill('429')])
    const refused = await call(person, PASSWORD)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    expect(statusOf(await signIn({ email: person.email }))).toBe('429')
    expect(statusOf(await person.get('/api/me'))).toBe('200')
    const recorded = { by: person.id, subject: person.id, client: '127.0.0.1' }
    expect(await events('password-refused')).toMatchObject(Array(10).fill(recorded))
    clock.pass({ minutes: 15 })
    expect(statusOf(await call(person, PASSWORD))).toBe('204')
  })

  test('Counts also for its client, and a right one counts nowhere', async () => {
    const { signedIn, signIn } = await start()
    const people = [await signedIn('coordinator'), await signedIn('coordinator'), await signedIn('coordinator')]
    for (const person of people) {
      for (const current of [...Array(9).fill(WRONG), PASSWORD]) {
        const { statusCode } = await person.post('/api/me/password', { current, new: PASSWORD })
        expect(statusCode).toBe(current === WRONG ? 401 : 204)
      }
    }
    for (let failure = 1; failure <= 3; failure++) {
      expect((await signIn({ email: `nobody-${failure}@clinic.example` })).statusCode).toBe(401)
    }
    expect((await people[0]?.post('/api/me/password', { current: PASSWORD, new: NEW }))?.statusCode).toBe(429)
  })
})

describeOnEachDatabase('Signing in', (newStore) => {
  test('An e-mail address or an id with characters that a database cannot store is unknown', async () => {
    const { signIn, signedIn } = await start(await newStore())
    expect((await signIn({ email: 'a\0b@clinic.example' })).statusCode).toBe(401)
    const manager = await signedIn('manager')
    for (const id of ['%00', 'a'.repeat(500)]) {
      expect((await manager.post(`/api/staff/${id}/disable`, { password: PASSWORD })).statusCode).toBe(404)
      expect((await manager.patch(`/api/staff/${id}`, {})).statusCode).toBe(404)
    }
  })
})

testOnPostgres('Sign-ins for which there is no place are refused before the store is asked', async (location) => {
  const { signIn } = await start(location)
  const other = await openedDatabase(location)
  const statuses: number[] = []
  const waiting = await other.transaction().execute(async (transaction) => {
    await sql`lock table limits`.execute(transaction)
    const attempts = Array.from({ length: 40 }, async (_, index) => {
      const { statusCode } = await signIn({ email: `nobody-${index}@clinic.example`, client: `203.0.113.${index}` })
      statuses.push(statusCode)
    })
    await expect.poll(() => statuses).toEqual(Array(18).fill(503))
    return { attempts }
  })
  await Promise.all(waiting.attempts)
  expect(statuses.slice(18)).toEqual(Array(22).fill(401))
})
