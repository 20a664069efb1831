import { describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { type Browser, PASSWORD, startDeskListener } from '../../../../tests/support/start-desk-listener.ts'

/** Behind a proxy, which says who the clients are. */
const start = (store?: string) => startDeskListener(store, { trustedProxies: ['127.0.0.1'] })

describe('Signing in', () => {
  test('A coordinator signs in with a password, a manager also with a code, each time with a new session', async () => {
    const { signedIn, browser, clock } = await start()
    const coordinator = await signedIn('coordinator')
    const before = coordinator.cookie
    expect((await coordinator.signIn({ email: ` ${coordinator.email.toUpperCase()} ` })).json()).toEqual({
      next: 'desk',
    })
    expect(coordinator.cookie).not.toBe(before)

    const manager = await signedIn('manager')
    clock.pass({ minutes: 1 })
    expect((await manager.signIn()).json()).toEqual({ next: 'code' })
    expect((await manager.get('/api/me')).statusCode).toBe(401)
    const pending = manager.cookie
    expect((await manager.post('/api/sign-in/code', { code: manager.code() })).json()).toEqual({ next: 'desk' })
    expect(manager.cookie).not.toBe(pending)
    expect((await manager.get('/api/me')).json()).toMatchObject({ role: 'manager', second_factor: true })

    const anonymous = browser()
    anonymous.cookie = pending
    expect((await anonymous.post('/api/sign-in/code', { code: manager.code(1) })).statusCode).toBe(401)
  })

  test('Unknown, wrong, disabled and not yet accepted are answered with the same bytes', async () => {
    const { accounts, signedIn, browser } = await start()
    const person = await signedIn('coordinator')
    const disabled = await signedIn('coordinator')
    await accounts.disable(disabled.id, { by: null, client: null })
    const invited = { email: 'invited@clinic.example', name: 'Ina', role: 'coordinator' as const }
    await accounts.invite(invited, { by: null, client: null })

    const answers = []
    for (const [email, password] of [
      ['nobody@clinic.example', PASSWORD],
      [person.email, 'a wrong invented password'],
      [disabled.email, PASSWORD],
      [invited.email, PASSWORD],
    ]) {
      const { statusCode, body, headers } = await browser().signIn({ email, password })
      const { date: _, ...others } = headers
      answers.push({ statusCode, body, headers: others })
    }
    expect(answers[0]?.statusCode).toBe(401)
    expect(answers[0]?.headers['set-cookie']).toBeUndefined()
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('After ten failures an e-mail address is refused, known or not, also with the right password', async () => {
    const { signedIn, browser, clock } = await start()
    const person = await signedIn('coordinator')
    for (const email of [person.email, 'nobody@clinic.example']) {
      // From a new client each time: only the address is counted to ten.
      for (let failure = 1; failure <= 10; failure++) {
        const client = `203.0.113.${failure}`
        expect((await browser().signIn({ email, password: 'wrong', client })).statusCode).toBe(401)
      }
      const refused = await browser().signIn({ email })
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBe(15 * 60)
    }
    expect((await person.get('/api/me')).statusCode).toBe(200)
    clock.pass({ minutes: 15 })
    expect((await browser().signIn({ email: person.email })).statusCode).toBe(200)
  })

  test('Somebody whose address is throttled can use the link of a reset, and signs in again afterwards', async () => {
    const { accounts, signedIn, browser } = await start()
    const nina = await signedIn('coordinator')
    for (let failure = 0; failure < 10; failure++) await nina.signIn({ password: 'wrong' })
    expect((await nina.signIn()).statusCode).toBe(429)
    const reset = await accounts.reset(nina.id, { by: null, client: null })
    const accepted = { token: reset.ok ? reset.value.token : '', name: 'Nina', password: PASSWORD }
    expect((await browser().post('/api/invitations/accept', accepted)).statusCode).toBe(200)
    expect((await nina.signIn()).statusCode).toBe(200)
  })

  test('After thirty failures a client is refused, and refused calls do not count', async () => {
    const { signedIn, browser, clock } = await start()
    const person = await signedIn('coordinator')
    const client = '2001:db8::1'
    for (let failure = 1; failure <= 30; failure++) {
      const email = `nobody-${failure}@clinic.example`
      expect((await browser().signIn({ email, client })).statusCode).toBe(401)
    }
    for (let refused = 1; refused <= 12; refused++) {
      const sameNetwork = `2001:db8::${refused}`
      expect((await browser().signIn({ email: person.email, client: sameNetwork })).statusCode).toBe(429)
    }
    expect((await browser().signIn({ email: person.email, client: '2001:db8:0:1::1' })).statusCode).toBe(200)
    clock.pass({ minutes: 15 })
    expect((await browser().signIn({ email: person.email, client })).statusCode).toBe(200)
  })

  test('A completed sign-in clears the count of its e-mail address, and a success counts nowhere', async () => {
    const { signedIn, database } = await start()
    const person = await signedIn('coordinator')
    for (const failures of [9, 9]) {
      for (let failure = 1; failure <= failures; failure++) {
        const client = `203.0.113.${failure}`
        expect((await person.signIn({ password: 'wrong', client })).statusCode).toBe(401)
      }
      expect((await person.signIn({ client: '203.0.113.99' })).statusCode).toBe(200)
    }
    const counts = await database.selectFrom('sign_in_failures').select('failures').execute()
    expect(counts.map(({ failures }) => failures).sort()).toEqual([0, ...Array.from({ length: 9 }, () => 2)])
  })

  test('A code works once, even when it is sent twice at once, and so does no earlier one', async () => {
    const { signedIn, browser, clock } = await start()
    const manager = await signedIn('manager')
    clock.pass({ minutes: 2 })
    const tabs = await Promise.all([1, 2, 3].map(() => pendingSignIn(browser(), manager)))
    const code = manager.code()
    const earlier = manager.code(-1)
    const answers = await Promise.all(tabs.slice(0, 2).map((tab) => tab.post('/api/sign-in/code', { code })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    for (const old of [code, earlier]) {
      expect((await tabs[2]?.post('/api/sign-in/code', { code: old }))?.statusCode).toBe(401)
    }
    expect((await tabs[2]?.post('/api/sign-in/code', { code: manager.code(1) }))?.statusCode).toBe(200)
  })

  test('The code that confirmed a second factor does not sign in', async () => {
    const { signedIn } = await start()
    const manager = await signedIn('manager')
    await manager.signIn()
    expect((await manager.post('/api/sign-in/code', { code: manager.code() })).statusCode).toBe(401)
  })

  test('The fifth wrong code ends the sign-in, and wrong codes count for the e-mail address', async () => {
    const { signedIn, browser, clock } = await start()
    const manager = await signedIn('manager')
    clock.pass({ minutes: 1 })
    for (const attempts of [5, 5]) {
      const tab = await pendingSignIn(browser(), manager)
      for (let wrong = 1; wrong <= attempts; wrong++) {
        expect((await tab.post('/api/sign-in/code', { code: '000000' })).statusCode).toBe(401)
      }
      expect((await tab.post('/api/sign-in/code', { code: manager.code() })).statusCode).toBe(401)
    }
    expect((await browser().signIn({ email: manager.email })).statusCode).toBe(429)
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

  test('After a clock was put back, an e-mail address is not refused for longer than 15 minutes', async () => {
    const { signedIn, clock } = await start()
    const person = await signedIn('coordinator')
    for (let failure = 1; failure <= 10; failure++)
      await person.signIn({ password: 'wrong', client: `203.0.113.${failure}` })
    clock.pass({ hours: -24 })
    expect((await person.signIn()).statusCode).toBe(200)
  })

  test('What is not a text of at most 256 characters is refused before anything is counted', async () => {
    const { browser, database } = await start()
    for (const payload of [
      {},
      { email: 'a@clinic.example' },
      { email: 1, password: [] },
      { email: 'a', password: 'x'.repeat(257) },
    ]) {
      const response = await browser().post('/api/sign-in', payload)
      expect(response.statusCode).toBe(422)
      expect(Object.keys(response.json().errors).length).toBeGreaterThan(0)
    }
    expect(await database.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
  })

  test('While too many passwords are being hashed, further sign-ins are asked to wait and do not count', async () => {
    const { browser } = await start()
    const attempts = Array.from({ length: 40 }, (_, index) =>
      browser().signIn({ email: `nobody-${index}@clinic.example`, client: `203.0.113.${index}` }),
    )
    const answers = await Promise.all(attempts)
    const busy = answers.filter(({ statusCode }) => statusCode === 503)
    expect(busy.length).toBeGreaterThan(0)
    for (const { headers } of busy) expect(headers['retry-after']).toBe('2')
    for (const { statusCode } of answers) expect([401, 503]).toContain(statusCode)
  })
})

describeOnEachDatabase('Signing in', (newStore) => {
  test('An e-mail address or an id with characters that a database cannot store is unknown', async () => {
    const { browser, signedIn } = await start(await newStore())
    expect((await browser().signIn({ email: 'a\0b@clinic.example' })).statusCode).toBe(401)
    const manager = await signedIn('manager')
    for (const id of ['%00', 'a'.repeat(500)]) {
      expect((await manager.post(`/api/staff/${id}/disable`)).statusCode).toBe(404)
      expect((await manager.patch(`/api/staff/${id}`, {})).statusCode).toBe(404)
    }
  })
})

/** Gives the right password and no code. */
async function pendingSignIn(tab: Browser, { email, secret }: Browser): Promise<Browser> {
  tab.secret = secret
  expect((await tab.signIn({ email })).json()).toEqual({ next: 'code' })
  return tab
}
