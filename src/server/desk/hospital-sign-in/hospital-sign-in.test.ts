import { expect, test } from 'vitest'
import {
  ASHA,
  COORDINATOR,
  comeBack,
  goToProvider,
  MANAGER,
  outcomeOf,
  startHospitalDesk,
} from '../../../../tests/support/hospital/start-hospital-desk.ts'
import { PASSWORD } from '../../../../tests/support/staff-accounts.ts'
import { statusOf } from '../../../../tests/support/start-desk-listener.ts'
import * as accounts from '../../storage/staff-accounts.ts'
import { staffMembers } from '../../storage/staff-members.ts'

test('The first sign-in makes an account, and the same person comes back to it', async () => {
  const { provider, database, events, signedInByHospital } = await startHospitalDesk()
  const asha = await signedInByHospital()
  const { id } = asha
  const account = { name: 'Asha Invented', email: 'asha@clinic.example', role: 'coordinator' }
  expect((await asha.get('/api/me')).json()).toMatchObject({ ...account, second_factor: false, hospital: true })
  const changed = { name: 'Asha Married', email: 'asha.married@clinic.example' }
  provider.people.asha = { ...ASHA, ...changed }
  const again = await signedInByHospital()
  expect((await again.get('/api/me')).json()).toMatchObject({ id, ...changed })
  expect(await staffMembers(database)).toHaveLength(1)
  expect(await events()).toEqual([
    { kind: 'connected', subject: id, by: null, role: 'coordinator', how: 'hospital' },
    { kind: 'signed-in', subject: id, by: id, how: 'hospital' },
    { kind: 'renamed', subject: id, by: null, how: 'hospital', from: 'Asha Invented', to: 'Asha Married' },
    { kind: 'signed-in', subject: id, by: id, how: 'hospital' },
  ])
})

test('A manager needs no second factor of ours, has no password to set, and confirms what lasts by a sign-in of the last ten minutes', async () => {
  const { provider, signedIn, signIn, signedInByHospital, clock } = await startHospitalDesk({ claimsIn: 'user-info' })
  const person = await signedIn('coordinator')
  provider.people.asha = { ...ASHA, roles: [...COORDINATOR, ...MANAGER] }
  const asha = await signedInByHospital()
  const { rows } = (await asha.get('/api/staff')).json()
  const manager = { role: 'manager', state: 'enabled', second_factor: false, hospital: true }
  expect(rows).toContainEqual(expect.objectContaining(manager))
  const change = { current: PASSWORD, new: 'another long invented password' }
  expect(statusOf(await asha.post('/api/me/password', change))).toBe('409 hospital')
  expect(statusOf(await asha.get('/api/second-factor'))).toBe('409 hospital')
  expect(statusOf(await asha.post('/api/second-factor', { code: '123456' }))).toBe('409 hospital')

  const reset = async (body = {}) => statusOf(await asha.post(`/api/staff/${person.id}/reset`, body))
  clock.pass({ minutes: 10 })
  expect(await reset()).toBe('200')
  clock.pass({ seconds: 1 })
  expect(await reset({ password: PASSWORD })).toBe('401')
  await signIn(asha)
  expect(await reset()).toBe('200')
})

test('A new role counts from the next sign-in, which ends the other sessions; nobody signs in without one', async () => {
  const { browser, provider, events, signIn, signedInByHospital } = await startHospitalDesk()
  provider.people.nina = { ...ASHA, email: 'nina@clinic.example', roles: ['other-people', 'desk-coordinators-2'] }
  expect(await signIn(browser(), 'nina')).toBe('no-role')
  const asha = await signedInByHospital()
  provider.people.asha = { ...ASHA, roles: MANAGER[0] }
  const later = await signedInByHospital()
  expect(await asha.isSignedIn()).toBe(false)
  expect((await later.get('/api/me')).json()).toMatchObject({ role: 'manager' })
  const changed = { kind: 'role-changed', by: null, role: 'manager', how: 'hospital' }
  expect(await events()).toContainEqual(expect.objectContaining(changed))

  provider.people.asha = { ...ASHA, roles: undefined }
  expect(await signIn(browser())).toBe('no-role')
  expect(await later.isSignedIn()).toBe(false)
  const failed = { kind: 'sign-in-failed', because: 'no-role', how: 'hospital', by: null }
  expect((await events()).filter(({ kind }) => kind === 'sign-in-failed')).toMatchObject([
    { ...failed, subject: null },
    { ...failed, subject: later.id },
  ])
})

test('Managers only disable and enable its accounts, whose name and role the hospital says', async () => {
  const { signedIn, signIn, signedInByHospital } = await startHospitalDesk()
  const manager = await signedIn('manager')
  const asha = await signedInByHospital()
  const account = `/api/staff/${asha.id}`
  expect(statusOf(await manager.post(`${account}/reset`, { password: PASSWORD }))).toBe('409 hospital')
  expect(statusOf(await manager.patch(account, { role: 'manager', password: PASSWORD }))).toBe('409 hospital')
  const invitation = { email: 'asha@clinic.example', name: 'Asha', role: 'coordinator', password: PASSWORD }
  expect(statusOf(await manager.post('/api/staff/invitations', invitation))).toBe('409 exists')
  expect(await asha.isSignedIn()).toBe(true)

  expect(statusOf(await manager.post(`${account}/disable`, { password: PASSWORD }))).toBe('204')
  expect(await asha.isSignedIn()).toBe(false)
  expect(await signIn(asha)).toBe('disabled')
  await manager.post(`${account}/enable`, { password: PASSWORD })
  expect(await signIn(asha)).toBe('done')
})

test('An account with a password is taken over only when the command line has connected it and the address is confirmed', async () => {
  const { browser, provider, signedIn, signIn, act, events, signedInByHospital } = await startHospitalDesk()
  for (const email of [undefined, 'not an address']) {
    provider.people.nobody = { ...ASHA, email }
    expect(await signIn(browser(), 'nobody')).toBe('no-email')
  }
  const local = await signedIn('coordinator', 'asha')
  expect(await signIn(browser())).toBe('email-taken')
  expect((await events()).at(-1)).toMatchObject({ subject: local.id, because: 'email-taken', how: 'hospital' })
  expect((await local.get('/api/me')).json()).toMatchObject({ name: 'asha', hospital: false })

  await accounts.connect(act(), local.id, provider.settings.issuer.href)
  expect(await local.isSignedIn()).toBe(false)
  expect(statusOf(await local.signIn())).toBe('401')
  for (const email_verified of [false, 'true', null]) {
    provider.people.other = { ...ASHA, email_verified }
    expect(await signIn(browser(), 'other'), String(email_verified)).toBe('email-taken')
  }
  const asha = await signedInByHospital()
  expect((await asha.get('/api/me')).json()).toMatchObject({ id: local.id, name: 'Asha Invented', hospital: true })
  provider.people.other = ASHA
  expect(await signIn(browser(), 'other')).toBe('email-taken')
})

test('Answers that the provider has not given count with the wrong passwords of a client', async () => {
  const { browser } = await startHospitalDesk()
  const asha = browser()
  const pending = ['s', 'n', 'v', Date.parse('2026-11-20T09:30:00.000Z')].join('.')
  for (let tries = 0; tries < 30; tries++) {
    const answer = await comeBack(asha, { pending, url: '/sign-in/hospital/callback?state=other&code=x' })
    expect(outcomeOf(answer)).toBe('invalid')
  }
  const { statusCode, headers } = await comeBack(asha, await goToProvider(asha))
  expect([statusCode, headers['retry-after']]).toEqual([429, '900'])
  expect(statusOf(await asha.signIn({ email: 'nobody@clinic.example' }))).toBe('429')
})

test('A client begins at most thirty sign-ins that it does not complete, and then neither asks the provider nor stops others', async () => {
  const { browser, provider, signedIn, signIn, clock } = await startHospitalDesk()
  const [person, asha] = [await signedIn('coordinator'), browser()]
  let asked = 0
  provider.changeAnswers('/.well-known/openid-configuration', (answer) => {
    asked++
    return answer
  })
  const begin = async (client = '127.0.0.1') => {
    const { statusCode, headers } = await browser().get('/sign-in/hospital', { 'x-forwarded-for': client })
    return [statusCode, headers['retry-after']]
  }
  const begun = [303, undefined]
  const refused = [429, '890']
  const image = await browser().get('/sign-in/hospital', { 'sec-fetch-dest': 'image' })
  expect([outcomeOf(image), image.cookies]).toEqual(['unavailable', []])
  const way = await goToProvider(asha)
  for (let number = 2; number < 30; number++) expect(await begin()).toEqual(begun)
  for (let completed = 0; completed < 3; completed++) expect(await signIn(asha)).toBe('done')
  expect(await begin()).toEqual(begun)
  clock.pass({ seconds: 10 })
  expect(await Promise.all(Array.from({ length: 40 }, () => begin()))).toEqual(Array(40).fill(refused))
  expect(asked).toBe(1)

  expect(await begin('203.0.113.9')).toEqual(begun)
  expect(statusOf(await person.signIn())).toBe('200')
  expect(outcomeOf(await comeBack(asha, way))).toBe('done')
  expect([await begin(), await begin()]).toEqual([begun, refused])
  clock.pass({ minutes: 15 })
  expect(await begin()).toEqual(begun)
})
