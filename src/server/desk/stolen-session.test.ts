import { describe, expect, test } from 'vitest'
import { PASSWORD, startDeskListener } from '../../../tests/support/start-desk-listener.ts'

const WRONG = 'not the password at all'

describe('Whoever has a session but not its password', () => {
  /** Behind a proxy, which says who the clients are. */
  const start = async () => startDeskListener(undefined, { trustedProxies: ['127.0.0.1'] })

  test('gets no link for the own account, and none for or by another manager', async () => {
    const { signedIn, database } = await start()
    const manager = await signedIn('manager')
    const person = await signedIn('coordinator')
    const reset = (id: string, body = {}) => manager.post(`/api/staff/${id}/reset`, body)
    expect((await reset(manager.id, { password: PASSWORD })).json()).toMatchObject({ status: 409, code: 'yourself' })
    const invite = (body = {}) =>
      manager.post('/api/staff/invitations', { email: 'i@clinic.example', name: 'Ina', role: 'manager', ...body })
    const promote = (body = {}) => manager.patch(`/api/staff/${person.id}`, { role: 'manager', ...body })
    for (const body of [{}, { password: 7 }, { password: WRONG }]) {
      for (const call of [() => reset(person.id, body), () => invite(body), () => promote(body)]) {
        expect((await call()).statusCode).toBe(401)
      }
    }
    expect((await person.get('/api/me')).json()).toMatchObject({ role: 'coordinator' })
    const staff = await database.selectFrom('staff').select('email').where('role', '=', 'manager').execute()
    expect(staff).toHaveLength(1)
    expect((await invite({ password: PASSWORD })).statusCode).toBe(201)
    expect((await promote({ password: PASSWORD })).statusCode).toBe(200)
    expect((await reset(person.id, { password: PASSWORD })).statusCode).toBe(200)
  })

  test('reads no page of a search without a trace, which does not say what was searched', async () => {
    const { signedIn, events, logLines } = await start()
    const person = await signedIn('coordinator')
    expect((await person.post('/api/requests/search', { text: 'canary' })).statusCode).toBe(200)
    expect((await person.post('/api/requests/search', {})).statusCode).toBe(200)
    const searched = await events('searched')
    expect(searched).toMatchObject([0, 1].map(() => ({ by: person.id, subject: null, detail: '{"rows":0}' })))
    expect(logLines.join('\n') + JSON.stringify(searched)).not.toMatch(/canary/i)
  })

  test('asks for no day before the year 1900 or after 2200', async () => {
    const { signedIn } = await start()
    const manager = await signedIn('manager')
    const statusesOf = async (day: string) => {
      const get = ['/api/report', '/api/audit'].map((path) => manager.get(`${path}?from=${day}&to=${day}`))
      const post = ['/api/requests/search', '/api/exports'].map((path) => manager.post(path, { from: day, to: day }))
      return (await Promise.all([...get, ...post])).map(({ statusCode }) => statusCode)
    }
    for (const day of ['1900-01-01', '2200-12-31']) expect(await statusesOf(day), day).toEqual([200, 200, 200, 200])
    for (const day of ['0100-01-01', '1899-12-31', '2201-01-01', '9999-12-31']) {
      expect(await statusesOf(day), day).toEqual([422, 422, 422, 422])
    }
  })
})
