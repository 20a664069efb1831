import { describe, expect, test } from 'vitest'
import { type Browser, PASSWORD, startDeskListener, statusOf } from '../../../tests/support/start-desk-listener.ts'

const INA = { email: 'Ina@Clinic.example ', name: 'Ina Invented', role: 'coordinator' }

const tokenIn = (url: string) => url.split('#')[1] ?? ''

const accept = (person: Browser, url: string, name = 'Ina', password = PASSWORD) =>
  person.post('/api/invitations/accept', { token: tokenIn(url), name, password })

describe('An invitation', () => {
  async function invite(person = INA) {
    const desk = await startDeskListener()
    const manager = await desk.signedIn('manager')
    const response = await manager.post('/api/staff/invitations', { ...person, password: PASSWORD })
    expect(response.statusCode).toBe(201)
    return { ...desk, manager, url: response.json().url as string }
  }

  test('A manager has to set up a second factor before anything else', async () => {
    const { url, browser } = await invite({ ...INA, role: 'manager' })
    const ina = browser()
    expect((await accept(ina, url, ' Ina ')).json()).toEqual({ next: 'enrol' })
    const { secret, uri } = (await ina.get('/api/second-factor')).json()
    expect((await ina.get('/api/second-factor')).json().secret).toBe(secret)
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}.*algorithm=SHA1.*digits=6.*period=30/)
    expect(statusOf(await ina.post('/api/second-factor', { code: '000000' }))).toBe('401')
    ina.secret = secret
    expect((await ina.post('/api/second-factor', { code: ina.code() })).json()).toEqual({ next: 'desk' })
    expect(statusOf(await ina.get('/api/second-factor'))).toBe('409 enrolled')
    expect((await ina.get('/api/me')).json()).toMatchObject({ name: 'Ina', role: 'manager', second_factor: true })
  })

  test('A link lasts 24 hours; unknown, used, expired and replaced ones are answered with the same bytes', async () => {
    const { url, manager, browser, clock } = await invite()
    const { url: newer, expires_at } = (await manager.post('/api/staff/invitations', INA)).json()
    expect(newer).toMatch(/^http:\/\/desk\.example\/invitation#[\w-]{43}$/)
    expect(Date.parse(expires_at) - clock.now.getTime()).toBe(24 * 60 * 60_000)
    const used = (await manager.post('/api/staff/invitations', { ...INA, email: 'used@clinic.example' })).json().url
    expect(statusOf(await accept(browser(), used))).toBe('200')
    const answers = [await accept(browser(), url), await accept(browser(), used), await accept(browser(), '#unknown')]
    clock.pass({ hours: 23, minutes: 59, seconds: 59 })
    const look = () => browser().post('/api/invitations/look', { token: tokenIn(newer) })
    expect((await look()).json()).toEqual({ ...INA, email: 'ina@clinic.example', kind: 'invite' })
    clock.pass({ seconds: 1 })
    answers.push(await accept(browser(), newer))
    for (const { statusCode, body } of answers) {
      expect(statusCode).toBe(410)
      expect(body).toBe(answers[0]?.body)
    }
    expect((await look()).statusCode).toBe(410)
  })

  test('A reset ends the password and the second factor, and its link leads to a new password', async () => {
    const { manager, signedIn, browser } = await invite()
    const other = await signedIn('manager')
    const { url } = (await manager.post(`/api/staff/${other.id}/reset`, { password: PASSWORD })).json()
    expect((await other.signIn()).statusCode).toBe(401)
    const looked = await browser().post('/api/invitations/look', { token: tokenIn(url) })
    expect(looked.json()).toMatchObject({ kind: 'reset', role: 'manager' })
    expect((await accept(browser(), url)).json()).toEqual({ next: 'enrol' })
  })
})

test('A password has 12 to 128 characters, is no common one, and no name of the person or the place', async () => {
  const { signedIn, browser } = await startDeskListener()
  const manager = await signedIn('manager')
  const { url } = (await manager.post('/api/staff/invitations', INA)).json()
  const choose = (password: string, link = url) => accept(browser(), link, 'Ina Invented Person', password)
  for (const password of [
    ...['eleven char', 'x'.repeat(129), 'qwerty123456', 'QWERTY123456', 'password1234'],
    ...['Ina@clinic.example', 'INA INVENTED PERSON', 'department of plastic surgery', 'Sample Hospital'],
  ]) {
    const refused = await choose(password)
    expect([refused.statusCode, Object.keys(refused.json().errors)], password).toEqual([422, ['password']])
  }
  const good = [
    'twelve chars',
    '𝒶'.repeat(12),
    'x'.repeat(128),
    'पासवर्ड अपना बहुत लंबा',
    ' '.repeat(12),
    'password1234 and more',
  ]
  for (const [number, password] of good.entries()) {
    const invited = await manager.post('/api/staff/invitations', { ...INA, email: `${number}@clinic.example` })
    expect(statusOf(await choose(password, invited.json().url)), password).toBe('200')
  }
})
