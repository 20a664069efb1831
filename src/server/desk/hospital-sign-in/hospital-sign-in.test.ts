import { describe, expect, test } from 'vitest'
import {
  comeBack,
  goToProvider,
  outcomeOf,
  signInByHospital,
} from '../../../../tests/support/hospital/sign-in-by-hospital.ts'
import {
  ASHA,
  COORDINATOR,
  MANAGER,
  startHospitalDesk,
} from '../../../../tests/support/hospital/start-hospital-desk.ts'
import { PASSWORD, statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { COMMAND_LINE } from '../../storage/audit/audit-events.ts'

describe("The hospital's sign-in", () => {
  test('Makes an account at the first sign-in, and the same person comes back to it', async () => {
    const { browser, provider, accounts, events } = await startHospitalDesk()
    const asha = browser()
    expect(await signInByHospital(asha, 'asha')).toBe('done')
    const me = (await asha.get('/api/me')).json()
    expect(me).toMatchObject({
      name: 'Asha Invented',
      email: 'asha@clinic.example',
      role: 'coordinator',
      second_factor: false,
      hospital: true,
    })
    provider.people.asha = { ...ASHA, name: 'Asha Married', email: 'asha.married@clinic.example' }
    expect(await signInByHospital(asha, 'asha')).toBe('done')
    expect((await asha.get('/api/me')).json()).toMatchObject({
      id: me.id,
      name: 'Asha Married',
      email: 'asha.married@clinic.example',
    })
    expect(await accounts.all()).toHaveLength(1)
    expect(await events()).toEqual([
      { kind: 'connected', subject: me.id, by: null, role: 'coordinator', how: 'hospital' },
      { kind: 'signed-in', subject: me.id, by: me.id, how: 'hospital' },
      { kind: 'renamed', subject: me.id, by: null, how: 'hospital' },
      { kind: 'signed-in', subject: me.id, by: me.id, how: 'hospital' },
    ])
  })

  test('Gives a manager everything without a second factor of ours, and no password or second factor to set', async () => {
    const { browser, provider } = await startHospitalDesk(undefined, { claimsIn: 'user-info' })
    provider.people.meera = {
      name: 'Meera Invented',
      email: 'meera@clinic.example',
      roles: [...COORDINATOR, ...MANAGER],
    }
    const meera = browser()
    expect(await signInByHospital(meera, 'meera')).toBe('done')
    const { rows } = (await meera.get('/api/staff')).json()
    expect(rows).toMatchObject([{ role: 'manager', state: 'enabled', second_factor: false, hospital: true }])
    expect(statusOf(await meera.get('/api/second-factor'))).toBe('409 hospital')
    const change = { current: PASSWORD, new: 'another long invented password' }
    expect(statusOf(await meera.post('/api/me/password', change))).toBe('409 hospital')
    expect((await meera.post('/api/second-factor', { code: '123456' })).json()).toMatchObject({ code: 'hospital' })
  })

  test('Follows a new role at the next sign-in, which ends the other sessions, and signs nobody in without one', async () => {
    const { browser, provider, events } = await startHospitalDesk()
    provider.people.nina = { ...ASHA, email: 'nina@clinic.example', roles: ['other-people', 'desk-coordinators-2'] }
    expect(await signInByHospital(browser(), 'nina')).toBe('no-role')
    const [asha, later] = [browser(), browser()]
    await signInByHospital(asha, 'asha')
    provider.people.asha = { ...ASHA, roles: MANAGER[0] }
    expect(await signInByHospital(later, 'asha')).toBe('done')
    expect(await asha.isSignedIn()).toBe(false)
    expect((await later.get('/api/me')).json()).toMatchObject({ role: 'manager' })
    const changed = { kind: 'role-changed', by: null, role: 'manager', how: 'hospital' }
    expect(await events()).toContainEqual(expect.objectContaining(changed))

    provider.people.asha = { ...ASHA, roles: undefined }
    expect(await signInByHospital(browser(), 'asha')).toBe('no-role')
    expect(await later.isSignedIn()).toBe(false)
    const failed = { kind: 'sign-in-failed', because: 'no-role', how: 'hospital', by: null }
    expect((await events()).filter(({ kind }) => kind === 'sign-in-failed')).toMatchObject([
      { ...failed, subject: null },
      { ...failed, subject: expect.any(String) },
    ])
  })

  test('Keeps out a person whose account is disabled here', async () => {
    const { browser, signedIn } = await startHospitalDesk()
    const manager = await signedIn('manager')
    const asha = browser()
    await signInByHospital(asha, 'asha')
    const { id } = (await asha.get('/api/me')).json()
    expect((await manager.post(`/api/staff/${id}/disable`)).statusCode).toBe(204)
    expect(await asha.isSignedIn()).toBe(false)
    expect(await signInByHospital(asha, 'asha')).toBe('disabled')
    expect(await asha.isSignedIn()).toBe(false)
    await manager.post(`/api/staff/${id}/enable`)
    expect(await signInByHospital(asha, 'asha')).toBe('done')
  })

  test('Needs an e-mail address, and never takes over an account with a password', async () => {
    const { browser, provider, signedIn, events } = await startHospitalDesk()
    const local = await signedIn('coordinator', 'asha')
    expect(await signInByHospital(browser(), 'asha')).toBe('email-taken')
    expect((await events()).at(-1)).toMatchObject({ subject: local.id, because: 'email-taken', how: 'hospital' })
    expect((await local.get('/api/me')).json()).toMatchObject({ name: 'asha', hospital: false })
    provider.people.asha = { ...ASHA, email: undefined }
    expect(await signInByHospital(browser(), 'asha')).toBe('no-email')
    provider.people.asha = { ...ASHA, email: 'not an address' }
    expect(await signInByHospital(browser(), 'asha')).toBe('no-email')
  })

  test('Takes over the account that the command line has connected, when the address is confirmed', async () => {
    const { browser, provider, signedIn, accounts } = await startHospitalDesk()
    const local = await signedIn('coordinator', 'asha')
    await accounts.connect(local.id, provider.settings.issuer.href, COMMAND_LINE)
    expect(await local.isSignedIn()).toBe(false)
    expect((await local.signIn()).statusCode).toBe(401)

    for (const email_verified of [false, 'false', 'true', 0, null]) {
      provider.people.other = { ...ASHA, email_verified }
      expect(await signInByHospital(browser(), 'other'), String(email_verified)).toBe('email-taken')
    }
    const asha = browser()
    expect(await signInByHospital(asha, 'asha')).toBe('done')
    expect((await asha.get('/api/me')).json()).toMatchObject({ id: local.id, name: 'Asha Invented', hospital: true })
    provider.people.other = ASHA
    expect(await signInByHospital(browser(), 'other')).toBe('email-taken')
  })

  test('Says name and role of its accounts itself: managers can only disable and enable them', async () => {
    const { browser, signedIn } = await startHospitalDesk()
    const manager = await signedIn('manager')
    const asha = browser()
    await signInByHospital(asha, 'asha')
    const { id } = (await asha.get('/api/me')).json()
    expect((await manager.post(`/api/staff/${id}/reset`, { password: PASSWORD })).json()).toMatchObject({
      status: 409,
      code: 'hospital',
    })
    const change = { method: 'PATCH', url: `/api/staff/${id}`, payload: { role: 'manager', password: PASSWORD } }
    expect(statusOf(await manager.call(change))).toBe('409 hospital')
    const invitation = { email: 'asha@clinic.example', name: 'Asha', role: 'coordinator' }
    expect((await manager.post('/api/staff/invitations', invitation)).json()).toMatchObject({ code: 'exists' })
    expect(await asha.isSignedIn()).toBe(true)
  })

  test('Lets its managers reset and make managers within ten minutes after their sign-in, without a password', async () => {
    const { browser, provider, signedIn, clock } = await startHospitalDesk()
    const person = await signedIn('coordinator')
    provider.people.asha = { ...ASHA, roles: MANAGER }
    const asha = browser()
    await signInByHospital(asha, 'asha')
    const reset = () => asha.post(`/api/staff/${person.id}/reset`)
    clock.pass({ minutes: 10 })
    expect((await reset()).statusCode).toBe(200)
    clock.pass({ seconds: 1 })
    expect((await asha.post(`/api/staff/${person.id}/reset`, { password: PASSWORD })).statusCode).toBe(401)
    await signInByHospital(asha, 'asha')
    expect((await reset()).statusCode).toBe(200)
  })

  test('Counts answers that the provider has not given with the wrong passwords of a client', async () => {
    const { browser } = await startHospitalDesk()
    const asha = browser()
    for (let tries = 0; tries < 30; tries++) {
      const cookie = `__Host-desk-sign-in=${['s', 'n', 'v', Date.parse('2026-11-20T09:30:00.000Z')].join('.')}`
      const answer = await comeBack(asha, { cookie, url: '/sign-in/hospital/callback?state=other&code=x' })
      expect(outcomeOf(answer)).toBe('invalid')
    }
    const { statusCode, headers } = await comeBack(asha, await goToProvider(asha, 'asha'))
    expect([statusCode, headers['retry-after']]).toEqual([429, '900'])
    expect((await asha.signIn({ email: 'nobody@clinic.example' })).statusCode).toBe(429)
  })

  test('Lets a client begin thirty sign-ins that it does not complete, and then neither asks the provider nor stops others', async () => {
    const { browser, provider, signedIn, clock } = await startHospitalDesk()
    const [person, asha] = [await signedIn('coordinator'), browser()]
    let asked = 0
    provider.changeAnswers('/.well-known/openid-configuration', (answer) => {
      asked++
      return answer
    })
    const begin = async (client = '127.0.0.1') => {
      const { statusCode, cookies, headers } = await browser().get('/sign-in/hospital', { 'x-forwarded-for': client })
      return { statusCode, cookies: cookies.length, retryAfter: headers['retry-after'] }
    }
    const begun = { statusCode: 303, cookies: 1, retryAfter: undefined }
    const refused = { statusCode: 429, cookies: 0, retryAfter: '890' }

    const image = await browser().get('/sign-in/hospital', { 'sec-fetch-dest': 'image' })
    expect([outcomeOf(image), image.cookies]).toEqual(['unavailable', []])
    const way = await goToProvider(asha, 'asha')
    for (let number = 2; number < 30; number++) expect(await begin()).toEqual(begun)
    for (let completed = 0; completed < 3; completed++) expect(await signInByHospital(asha, 'asha')).toBe('done')
    expect(await begin()).toEqual(begun)
    clock.pass({ seconds: 10 })
    const flood = await Promise.all(Array.from({ length: 40 }, () => begin()))
    expect(flood).toEqual(flood.map(() => refused))
    expect(asked).toBe(1)

    expect(await begin('203.0.113.9')).toEqual(begun)
    expect((await person.signIn()).statusCode).toBe(200)
    expect(outcomeOf(await comeBack(asha, way))).toBe('done')
    expect(await begin()).toEqual(begun)
    expect(await begin()).toEqual(refused)
    clock.pass({ minutes: 15 })
    expect(await begin()).toEqual(begun)
  })
})
