import { expect, onTestFinished, test } from 'vitest'
import { APPOINTMENT_PAYLOAD, CONTACT_FIELDS } from '../support/samples.ts'
import { SocketClient } from '../support/socket-client.ts'
import { startDeskListener } from '../support/start-desk-listener.ts'
import { startPublicListener } from '../support/start-public-listener.ts'

/** Each mark must be put in order among all before it, which takes the square of their number. 62 KB in UTF-8. */
const MARKS = '\u0301\u0323'.repeat(15_500)

/** As many bytes, which nothing has to be done about. */
const PLAIN = 'x'.repeat(62_000)

/** Normalising the marks takes more than a hundred times as long as refusing a plain text of this length. */
const MAX_RATIO = 10
const ROUNDS = 5

test('A text with thousands of marks is refused on every call of both listeners, as fast as a plain one', async () => {
  const desk = await startDeskListener()
  const manager = await desk.signedIn('manager')
  const { app } = await startPublicListener()
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const site = new SocketClient(async () => address)
  onTestFinished(() => site.close())
  const token = 'x'.repeat(43)
  const appointment = (text: object) =>
    site.call({
      method: 'POST',
      url: '/api/appointment',
      headers: { 'x-requested-with': 'XMLHttpRequest' },
      payload: { ...APPOINTMENT_PAYLOAD, ...text },
    })
  const calls: Record<string, (text: string) => Promise<{ statusCode: number }>> = {
    'a sign-in': (email) => desk.browser().post('/api/sign-in', { email, password: 'x' }),
    'a password': (password) => desk.browser().post('/api/sign-in', { email: 'x@clinic.example', password }),
    'an invitation': (text) => desk.browser().post('/api/invitations/look', { token: text }),
    'a new password': (password) => desk.browser().post('/api/invitations/accept', { token, name: 'Ina', password }),
    'a changed password': (text) => manager.post('/api/me/password', { current: 'x', new: text }),
    'a name of staff': (name) => manager.call({ method: 'PATCH', url: `/api/staff/${manager.id}`, payload: { name } }),
    'an address of staff': (email) =>
      manager.post('/api/staff/invitations', { email, name: 'Ina', role: 'coordinator' }),
    'a search': (text) => manager.post('/api/requests/search', { text }),
    'a visitor’s name': (fullname) => appointment({ fullname }),
    'a visitor’s address': (email) => appointment({ email }),
    'a message': (message) =>
      site.call({
        method: 'POST',
        url: '/api/contact-us',
        headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ ...CONTACT_FIELDS, message: text(message) }).toString(),
      }),
  }
  for (const [name, call] of Object.entries(calls)) {
    const times = { marks: Number.POSITIVE_INFINITY, plain: Number.POSITIVE_INFINITY }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [kind, typed] of [
        ['marks', MARKS],
        ['plain', PLAIN],
      ] as const) {
        const begin = performance.now()
        const { statusCode } = await call(typed)
        times[kind] = Math.min(times[kind], performance.now() - begin)
        expect(statusCode, `${name}, ${kind}`).toBe(422)
      }
    }
    expect(times.marks / times.plain, `${name}: ${JSON.stringify(times)}`).toBeLessThan(MAX_RATIO)
  }
})

/** Percent-encoded, a mark has three times as many bytes. */
function text(typed: string): string {
  return typed.slice(0, typed.length / 4)
}
