import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../tests/support/socket-client.ts'
import { PASSWORD, startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { recordEvent } from '../../storage/audit/audit-events.ts'

describe('Managers', () => {
  /** Behind a proxy, which says who the clients are. */
  const start = async () => startDeskListener(undefined, { trustedProxies: ['127.0.0.1'] })

  test('See every account with its state, second factor and last call', async () => {
    const { signedIn, clock } = await start()
    const manager = await signedIn('manager', 'b-manager')
    const person = await signedIn('coordinator', 'c-coordinator')
    const lastCall = clock.now.toISOString()
    clock.pass({ minutes: 5 })
    const invited = { email: 'a@clinic.example', name: 'a-invited', role: 'manager' }
    await manager.post('/api/staff/invitations', { ...invited, password: PASSWORD })
    await manager.post(`/api/staff/${person.id}/disable`)
    const { rows, next } = (await manager.get('/api/staff')).json()
    expect(next).toBeNull()
    const common = {
      id: expect.stringMatching(/^[\w-]{36}$/),
      second_factor: false,
      last_seen_at: null,
      hospital: false,
    }
    const ofManager = { id: manager.id, name: 'b-manager', email: manager.email, role: 'manager', state: 'enabled' }
    const ofPerson = { id: person.id, name: 'c-coordinator', email: person.email, role: 'coordinator' }
    expect(rows).toEqual([
      { ...common, ...invited, state: 'invited' },
      { ...common, ...ofManager, second_factor: true, last_seen_at: clock.now.toISOString() },
      { ...common, ...ofPerson, state: 'disabled', last_seen_at: lastCall },
    ])
  })

  test('Change names and roles, and a new role needs a new sign-in', async () => {
    const { signedIn } = await start()
    const manager = await signedIn('manager')
    const person = await signedIn('coordinator')
    const change = (payload: object, id = person.id) => manager.patch(`/api/staff/${id}`, payload)
    expect((await change({ name: ' Asha Invented ' })).json()).toMatchObject({ id: person.id, name: 'Asha Invented' })
    expect((await person.get('/api/me')).json()).toMatchObject({ name: 'Asha Invented', role: 'coordinator' })
    expect((await change({ role: 'manager', password: PASSWORD })).json()).toMatchObject({ role: 'manager' })
    expect(statusOf(await person.get('/api/me'))).toBe('401')
    expect((await person.signIn()).json()).toEqual({ next: 'enrol' })
    expect((await change({ role: 'owner', name: '' })).json().errors).toEqual({
      name: 'Please enter a name',
      role: 'Please choose from the list',
    })
    expect(statusOf(await change({ name: 'Nobody' }, 'unknown'))).toBe('404')
  })

  test('Make managers and links only with their own password, and do not reset, disable or demote themselves', async () => {
    const { signedIn, accounts } = await start()
    const manager = await signedIn('manager')
    const person = await signedIn('coordinator')
    const invited = { email: 'i@clinic.example', name: 'Ina', role: 'manager' }
    const calls = [
      (body: object) => manager.post('/api/staff/invitations', { ...invited, ...body }),
      (body: object) => manager.patch(`/api/staff/${person.id}`, { role: 'manager', ...body }),
      (body: object) => manager.post(`/api/staff/${person.id}/reset`, body),
    ]
    for (const body of [{}, { password: 7 }, { password: 'not the password at all' }]) {
      for (const call of calls) expect(statusOf(await call(body))).toBe('401')
    }
    expect((await accounts.all()).filter(({ role }) => role === 'manager')).toHaveLength(1)
    for (const call of calls) expect((await call({ password: PASSWORD })).statusCode).toBeLessThan(300)
    for (const body of [{}, { password: PASSWORD }]) {
      expect(statusOf(await manager.post(`/api/staff/${manager.id}/reset`, body))).toBe('409 yourself')
    }
    expect(statusOf(await manager.post(`/api/staff/${manager.id}/disable`))).toBe('409 yourself')
    const change = (payload: object) => manager.patch(`/api/staff/${manager.id}`, payload)
    expect(statusOf(await change({ name: 'New', role: 'coordinator' }))).toBe('409 yourself')
    expect(statusOf(await change({ name: 'New' }))).toBe('200')
  })

  test('Everything that is done to an account is recorded with who did it, and without a name or an address', async () => {
    const { signedIn, clock } = await start()
    const manager = await signedIn('manager', 'meera-manager')
    const person = await signedIn('coordinator', 'asha-coordinator')
    clock.pass({ minutes: 1 })
    await manager.patch(`/api/staff/${person.id}`, { role: 'manager', password: PASSWORD })
    await manager.post(`/api/staff/${person.id}/disable`)
    await manager.post(`/api/staff/${person.id}/enable`)
    await manager.post(`/api/staff/${person.id}/enable`)
    await manager.post(`/api/staff/${person.id}/reset`, { password: PASSWORD })
    await person.signIn({ client: '203.0.113.9' })
    const { rows, next } = (await manager.get('/api/audit')).json()
    expect(next).toBeNull()
    const by = { by: manager.id, subject: person.id, client: '127.0.0.1', detail: null, at: clock.now.toISOString() }
    expect(rows.slice(0, 5)).toMatchObject([
      { ...by, by: null, kind: 'sign-in-failed', client: '203.0.113.9', detail: { because: 'password' } },
      { ...by, kind: 'reset' },
      { ...by, kind: 'enabled' },
      { ...by, kind: 'disabled' },
      { ...by, kind: 'role-changed', detail: { role: 'manager' } },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/asha|meera|@/)
  })

  test('Cannot rewrite who acted: each new name is recorded, without the names', async () => {
    const { signedIn, browser, accounts } = await start()
    const manager = await signedIn('manager')
    const person = await signedIn('coordinator')
    const rename = (name: string) => manager.patch(`/api/staff/${person.id}`, { name, role: 'coordinator' })
    const invite = (name: string) =>
      manager.post('/api/staff/invitations', { email: 'ina@clinic.example', name, role: 'coordinator' })
    const accept = (link: Answer, name: string) =>
      browser().post('/api/invitations/accept', { token: link.json().url.split('#')[1], name, password: PASSWORD })
    for (const name of ['asha', 'meera', 'meera']) expect((await rename(name)).statusCode).toBe(200)
    const reset = await manager.post(`/api/staff/${person.id}/reset`, { password: PASSWORD })
    expect((await accept(reset, 'devika')).statusCode).toBe(200)
    for (const name of ['ina', 'tara']) expect((await invite(name)).statusCode).toBe(201)
    expect((await accept(await invite('tara'), 'sushma')).statusCode).toBe(200)
    const invited = await accounts.byEmail('ina@clinic.example')

    const { rows } = (await manager.get('/api/audit?kind=renamed')).json()
    const event = (subject: string | undefined, by = subject) => ({ subject, by, detail: null, client: '127.0.0.1' })
    expect(rows).toMatchObject([
      event(invited?.id),
      event(invited?.id, manager.id),
      event(person.id),
      event(person.id, manager.id),
      event(person.id, manager.id),
    ])
    expect(JSON.stringify(rows)).not.toMatch(/asha|meera|devika|ina|tara|sushma/)
  })

  test('Read the audit log of a person page by page, also when much happened at one instant', async () => {
    const { signedIn, clock, database } = await start()
    const manager = await signedIn('manager')
    const person = await signedIn('coordinator')
    await database.transaction().execute(async (transaction) => {
      const actor = { by: person.id, client: null }
      for (let note = 1; note <= 120; note++) await recordEvent(transaction, clock.now, actor, 'note', null)
    })
    const pages = await manager.pages(`/api/audit?staff=${person.id}`)
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 22])
    const ofDays = async (days: string) =>
      (await manager.get(`/api/audit?staff=${person.id}&${days}`)).json().rows.length
    // It is the 20th in Kolkata.
    expect(await ofDays('from=2026-11-20&to=2026-11-20')).toBe(50)
    expect([await ofDays('from=2026-11-21'), await ofDays('to=2026-11-19')]).toEqual([0, 0])
    const ids = pages.flat().map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort().reverse())

    for (const query of ['?kind=nope', '?staff=%2F', '?from=2026-02-30', '?to=today', '?kind=a&kind=b']) {
      expect((await manager.get(`/api/audit${query}`)).statusCode, query).toBe(422)
    }
  })
})
