import { expect, test } from 'vitest'
import { DEPARTMENT } from '../../../../tests/support/samples.ts'
import { PASSWORD } from '../../../../tests/support/staff-accounts.ts'
import { type Answer, startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { accountBy, staffMembers } from '../../storage/staff-members.ts'

const INA = { email: 'Ina@Clinic.example ', name: 'Ina Invented', role: 'coordinator' }

/** A desk behind a proxy, which says who the clients are, and a manager. */
async function start(changes: Partial<typeof DEPARTMENT> = {}) {
  const department = { ...DEPARTMENT, ...changes }
  const desk = await startDeskListener(undefined, { trustedProxies: ['127.0.0.1'], department })
  const manager = await desk.signedIn('manager', 'b-manager')
  return {
    ...desk,
    manager,
    change: (payload: object, id: string) => manager.patch(`/api/staff/${id}`, payload),
    /** @returns the link */
    invite: async (changes: object = {}): Promise<string> => {
      const invited = await manager.post('/api/staff/invitations', { ...INA, password: PASSWORD, ...changes })
      expect(invited.statusCode).toBe(201)
      return invited.json().url
    },
    reset: async (id: string): Promise<string> =>
      (await manager.post(`/api/staff/${id}/reset`, { password: PASSWORD })).json().url,
    accept: (url: string, { name = 'Ina', password = PASSWORD, person = desk.browser() } = {}) =>
      person.post('/api/invitations/accept', { token: tokenIn(url), name, password }),
    look: (url: string) => desk.browser().post('/api/invitations/look', { token: tokenIn(url) }),
  }
}

const tokenIn = (url: string) => url.split('#')[1] ?? ''

test('Managers see every account with its state, second factor and last call', async () => {
  const { signedIn, clock, manager, invite } = await start()
  const person = await signedIn('coordinator', 'c-coordinator')
  const lastCall = clock.now.toISOString()
  clock.pass({ minutes: 5 })
  const invited = { email: 'a@clinic.example', name: 'a-invited', role: 'manager' }
  await invite(invited)
  await manager.post(`/api/staff/${person.id}/disable`, { password: PASSWORD })
  const common = { id: expect.stringMatching(/^[\w-]{36}$/), second_factor: false, last_seen_at: null, hospital: false }
  const ofManager = { id: manager.id, name: 'b-manager', email: manager.email, role: 'manager', state: 'enabled' }
  const ofPerson = { id: person.id, name: 'c-coordinator', email: person.email, role: 'coordinator' }
  expect((await manager.get('/api/staff')).json()).toEqual({
    rows: [
      { ...common, ...invited, state: 'invited' },
      { ...common, ...ofManager, second_factor: true, last_seen_at: clock.now.toISOString() },
      { ...common, ...ofPerson, state: 'disabled', last_seen_at: lastCall },
    ],
    next: null,
  })
})

test('Managers change who may sign in only with their own password, and do not reset, disable or demote themselves', async () => {
  const { signedIn, database, manager, change, events } = await start()
  const person = await signedIn('coordinator')
  const before = await staffMembers(database)
  const calls = [
    (body: object) => manager.post('/api/staff/invitations', { ...INA, ...body }),
    (body: object) => change({ role: 'manager', ...body }, person.id),
    (body: object) => change({ role: 'coordinator', ...body }, person.id),
    (body: object) => manager.post(`/api/staff/${person.id}/disable`, body),
    (body: object) => manager.post(`/api/staff/${person.id}/enable`, body),
    (body: object) => manager.post(`/api/staff/${person.id}/reset`, body),
  ]
  // Whose role stays needs no password.
  const [unchanged] = calls.splice(2, 1)
  expect(statusOf((await unchanged?.({})) as Answer)).toBe('200')
  for (const body of [{}, { password: 7 }, { password: '' }]) {
    for (const call of calls) expect(statusOf(await call(body))).toBe('401')
  }
  expect(await events('password-refused')).toEqual([])
  for (const call of calls) expect(statusOf(await call({ password: 'not the password at all' }))).toBe('401')
  expect(await events('password-refused')).toHaveLength(calls.length)
  expect(await staffMembers(database)).toMatchObject(before.map(({ id, role, state }) => ({ id, role, state })))
  for (const call of calls) expect((await call({ password: PASSWORD })).statusCode).toBeLessThan(300)
  for (const body of [{}, { password: PASSWORD }]) {
    for (const call of ['reset', 'disable']) {
      expect(statusOf(await manager.post(`/api/staff/${manager.id}/${call}`, body))).toBe('409 yourself')
    }
  }
  expect(statusOf(await change({ name: 'New', role: 'coordinator' }, manager.id))).toBe('409 yourself')
  expect((await change({ name: ' New ' }, manager.id)).json()).toMatchObject({ id: manager.id, name: 'New' })
  const errors = { name: 'Please enter a name', role: 'Please choose from the list' }
  expect((await change({ role: 'owner', name: '' }, person.id)).json().errors).toEqual(errors)
})

test('Everything that is done to an account is recorded with who did it, and names only where one changed', async () => {
  const { signedIn, clock, manager, change, reset, accept } = await start()
  const person = await signedIn('coordinator', 'asha-coordinator')
  clock.pass({ minutes: 1 })
  for (const name of ['asha', 'meera', 'meera']) await change({ name, role: 'coordinator' }, person.id)
  await change({ role: 'manager', password: PASSWORD }, person.id)
  for (const call of ['disable', 'enable', 'enable'])
    await manager.post(`/api/staff/${person.id}/${call}`, { password: PASSWORD })
  const url = await reset(person.id)
  await person.signIn({ client: '203.0.113.9' })
  await accept(url, { name: 'devika' })
  const { rows, next } = (await manager.get('/api/audit?from=2026-11-20')).json()
  expect(next).toBeNull()
  const by = { by: manager.id, subject: person.id, client: '127.0.0.1', detail: null, at: clock.now.toISOString() }
  const ofPerson = rows.filter(({ at }: { at: string }) => at === by.at)
  expect(ofPerson).toMatchObject([
    { ...by, kind: 'accepted', by: person.id },
    { ...by, kind: 'renamed', by: person.id, detail: { from: 'meera', to: 'devika' } },
    { ...by, kind: 'sign-in-failed', by: null, client: '203.0.113.9', detail: { because: 'password' } },
    { ...by, kind: 'reset' },
    { ...by, kind: 'enabled' },
    { ...by, kind: 'disabled' },
    { ...by, kind: 'role-changed', detail: { role: 'manager' } },
    { ...by, kind: 'renamed', detail: { from: 'asha', to: 'meera' } },
    { ...by, kind: 'renamed', detail: { from: 'asha-coordinator', to: 'asha' } },
  ])
  const others = rows.filter(({ kind }: { kind: string }) => kind !== 'renamed')
  expect(JSON.stringify(others)).not.toMatch(/asha|meera|devika|@/)
})

test('A link lasts 24 hours; unknown, used, expired and replaced ones, and one of an account that was disabled meanwhile, are answered with the same bytes', async () => {
  const { invite, manager, database, clock, accept, look } = await start()
  const url = await invite()
  const { url: newer, expires_at } = (
    await manager.post('/api/staff/invitations', { ...INA, password: PASSWORD })
  ).json()
  expect(newer).toMatch(/^http:\/\/desk\.example\/invitation#[\w-]{43}$/)
  expect(Date.parse(expires_at) - clock.now.getTime()).toBe(24 * 60 * 60_000)
  const used = await invite({ email: 'used@clinic.example' })
  expect(statusOf(await accept(used))).toBe('200')
  const left = await invite({ email: 'left@clinic.example' })
  const id = (await accountBy(database, 'email', 'left@clinic.example'))?.id
  for (const change of ['disable', 'enable']) await manager.post(`/api/staff/${id}/${change}`, { password: PASSWORD })
  const answers = [await accept(url), await accept(used), await accept(left), await accept('#unknown')]
  clock.pass({ hours: 23, minutes: 59, seconds: 59 })
  expect((await look(newer)).json()).toEqual({ ...INA, email: 'ina@clinic.example', kind: 'invite' })
  clock.pass({ seconds: 1 })
  answers.push(await accept(newer), await look(newer))
  for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([410, answers[0]?.body])
})

test('A reset ends the password and the second factor, and its link leads to new ones', async () => {
  // Authenticator apps refuse a colon in the name of the place.
  const { signedIn, reset, accept, look, browser } = await start({ hospital: 'St. Mary: Sample' })
  const ina = browser()
  const other = await signedIn('manager')
  const url = await reset(other.id)
  expect((await other.signIn()).statusCode).toBe(401)
  expect((await look(url)).json()).toMatchObject({ kind: 'reset', role: 'manager' })
  expect((await accept(url, { name: ' Ina ', person: ina })).json()).toEqual({ next: 'enrol' })
  const { secret, uri } = (await ina.get('/api/second-factor')).json()
  expect(uri).toMatch(
    /^otpauth:\/\/totp\/St\.%20Mary%20Sample:.*secret=[A-Z2-7]{32}.*algorithm=SHA1.*digits=6.*period=30/,
  )
  expect(decodeURIComponent(uri)).not.toMatch(/Mary:|totp.+:.+:/)
  expect(statusOf(await ina.post('/api/second-factor', { code: '000000' }))).toBe('401')
  ina.secret = secret
  expect((await ina.post('/api/second-factor', { code: ina.code() })).json()).toEqual({ next: 'desk' })
  expect(statusOf(await ina.get('/api/second-factor'))).toBe('409 enrolled')
  expect((await ina.get('/api/me')).json()).toMatchObject({ name: 'Ina', role: 'manager', second_factor: true })
})

test('A password has 12 to 128 characters, is no common one, and no name of the person or the place', async () => {
  const { invite, accept } = await start()
  const url = await invite()
  for (const password of [
    ...['eleven char', 'x'.repeat(129), 'qwerty123456', 'QWERTY123456', 'password1234'],
    ...['Ina@clinic.example', 'INA INVENTED PERSON', 'department of plastic surgery', 'Sample Hospital'],
  ]) {
    const refused = await accept(url, { name: 'Ina Invented Person', password })
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
    const link = await invite({ email: `${number}@clinic.example` })
    expect(statusOf(await accept(link, { password })), password).toBe('200')
  }
})
