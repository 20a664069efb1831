import { describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { type Browser, PASSWORD, startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { COMMAND_LINE } from '../../storage/audit/audit-events.ts'

/** Behind a proxy, which says who the clients are. */
async function start(store?: string) {
  const desk = await startDeskListener(store, { trustedProxies: ['127.0.0.1'] })
  return {
    ...desk,
    /** Wrong passwords, each from a client of its own. */
    async fail(email: string, times: number) {
      for (let failure = 1; failure <= times; failure++) {
        const client = `203.0.113.${failure}`
        expect(statusOf(await desk.browser().signIn({ email, password: 'wrong', client }))).toBe('401')
      }
    },
  }
}

const sendCode = async (tab: Browser, code: string) => statusOf(await tab.post('/api/sign-in/code', { code }))

describe('Signing in', () => {
  test('A coordinator signs in with a password, a manager also with a code, each time with a new session', async () => {
    const { signedIn, browser, clock } = await start()
    const coordinator = await signedIn('coordinator')
    const before = coordinator.cookie
    const signIn = await coordinator.signIn({ email: ` ${coordinator.email.toUpperCase()} ` })
    expect(signIn.json()).toEqual({ next: 'desk' })
    expect(coordinator.cookie).not.toBe(before)

    const manager = await signedIn('manager')
    clock.pass({ minutes: 1 })
    expect((await manager.signIn()).json()).toEqual({ next: 'code' })
    const pending = manager.cookie
    expect((await manager.post('/api/sign-in/code', { code: manager.code() })).json()).toEqual({ next: 'desk' })
    expect(manager.cookie).not.toBe(pending)
    expect((await manager.get('/api/me')).json()).toMatchObject({ role: 'manager', second_factor: true })

    const anonymous = browser()
    anonymous.cookie = pending
    expect(await sendCode(anonymous, manager.code(1))).toBe('401')
  })

  test('Unknown, wrong, disabled and not yet accepted are answered with the same bytes', async () => {
    const { accounts, signedIn, browser } = await start()
    const person = await signedIn('coordinator')
    const disabled = await signedIn('coordinator')
    await accounts.disable(disabled.id, COMMAND_LINE)
    const invited = { email: 'invited@clinic.example', name: 'Ina', role: 'coordinator' as const }
    await accounts.invite(invited, COMMAND_LINE)

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
    const { accounts, signedIn, browser, clock, fail } = await start()
    const person = await signedIn('coordinator')
    for (const email of [person.email, 'nobody@clinic.example']) {
      await fail(email, 10)
      const refused = await browser().signIn({ email: ` ${email.toUpperCase()}` })
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    }
    expect(statusOf(await person.get('/api/me'))).toBe('200')
    clock.pass({ minutes: 15 })
    expect(statusOf(await browser().signIn({ email: person.email }))).toBe('200')

    // Nor is it refused for longer after a clock was put back.
    await fail(person.email, 10)
    clock.pass({ hours: -24 })
    expect(statusOf(await browser().signIn({ email: person.email }))).toBe('200')

    // The link of a reset works nevertheless, and ends the refusal.
    await fail(person.email, 10)
    const reset = await accounts.reset(person.id, COMMAND_LINE)
    const accepted = { token: reset.ok ? reset.value.token : '', name: 'Nina', password: PASSWORD }
    expect(statusOf(await browser().post('/api/invitations/accept', accepted))).toBe('200')
    expect(statusOf(await person.signIn())).toBe('200')
  })

  test('After thirty failures a client is refused, and refused calls do not count', async () => {
    const { signedIn, browser, clock } = await start()
    const person = await signedIn('coordinator')
    const client = '2001:db8::1'
    for (let failure = 1; failure <= 30; failure++) {
      const email = `nobody-${failure}@clinic.example`
      expect(statusOf(await browser().signIn({ email, client }))).toBe('401')
    }
    for (let refused = 1; refused <= 12; refused++) {
      const sameNetwork = `2001:db8::${refused}`
      expect(statusOf(await browser().signIn({ email: person.email, client: sameNetwork }))).toBe('429')
    }
    expect(statusOf(await browser().signIn({ email: person.email, client: '2001:db8:0:1::1' }))).toBe('200')
    clock.pass({ minutes: 15 })
    expect(statusOf(await browser().signIn({ email: person.email, client }))).toBe('200')
  })

  test('A completed sign-in clears the count of its e-mail address, and a success counts nowhere', async () => {
    const { signedIn, database, fail } = await start()
    const person = await signedIn('coordinator')
    for (const failures of [9, 9]) {
      await fail(person.email, failures)
      expect(statusOf(await person.signIn({ client: '203.0.113.99' }))).toBe('200')
    }
    const counts = await database.selectFrom('sign_in_failures').select('failures').execute()
    expect(counts.map(({ failures }) => failures).sort()).toEqual([0, ...Array.from({ length: 9 }, () => 2)])
  })

  test('A code works once, even when it is sent twice at once, and so does no earlier one', async () => {
    const { signedIn, browser, clock } = await start()
    const manager = await signedIn('manager')
    // Nor does the code that confirmed the second factor.
    expect(await sendCode(await pendingSignIn(browser(), manager), manager.code())).toBe('401')
    clock.pass({ minutes: 2 })
    const tabs = await Promise.all([1, 2, 3].map(() => pendingSignIn(browser(), manager)))
    const [one, two, three] = tabs as [Browser, Browser, Browser]
    const code = manager.code()
    const answers = await Promise.all([one, two].map((tab) => sendCode(tab, code)))
    expect(answers.sort()).toEqual(['200', '401'])
    for (const old of [code, manager.code(-1)]) expect(await sendCode(three, old)).toBe('401')
    expect(await sendCode(three, manager.code(1))).toBe('200')
  })

  test('The fifth wrong code ends the sign-in, and wrong codes count for the e-mail address', async () => {
    const { signedIn, browser, clock } = await start()
    const manager = await signedIn('manager')
    clock.pass({ minutes: 1 })
    for (const attempts of [5, 5]) {
      const tab = await pendingSignIn(browser(), manager)
      for (let wrong = 1; wrong <= attempts; wrong++) expect(await sendCode(tab, '000000')).toBe('401')
      expect(await sendCode(tab, manager.code())).toBe('401')
    }
    expect(statusOf(await browser().signIn({ email: manager.email }))).toBe('429')
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
