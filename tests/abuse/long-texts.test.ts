import { expect, test } from 'vitest'
import { startCalls } from '../support/desk/start-calls.ts'
import { appointmentCall, contactCall } from '../support/form-calls.ts'
import { PASSWORD } from '../support/staff-accounts.ts'
import { startPublicListener } from '../support/start-public-listener.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** 62 KB in UTF-8. To normalise it takes seconds: each mark must be put in order among all before it. */
const MARKS = '\u0301\u0323'.repeat(15_500)

/** The secret part of a link that is unknown. */
const TOKEN = 'x'.repeat(43)

const letters = (count: number) => 'x'.repeat(count)
const address = (count: number) => '@clinic.example'.padStart(count, 'x')
const digits = (count: number) => '9'.repeat(count)

/**
 * A field that somebody types into, by a call whose other fields are right: the most characters that it takes, how they
 * fill it and the answer then; and the answer to more.
 */
type TypedField = [
  name: string,
  send: (text: string) => Promise<{ statusCode: number }>,
  characters: number,
  filled: (count: number) => string,
  taken: number,
  refused?: number,
]

/** Both listeners, and every field of theirs that somebody types into. */
async function start() {
  const { ask, coordinator, signedIn, ...desk } = await startCalls(await temporaryDirectory())
  const manager = await signedIn('manager')
  const anybody = desk.browser()
  const withPassword = desk.browser()
  await withPassword.signIn({ email: manager.email })
  const reference = await ask()
  const callback = `/api/callbacks/${reference}`
  await coordinator.post(`${callback}/claim`)

  const { app: site } = await startPublicListener()

  const appointment = (changes: object) => site.inject(appointmentCall(changes))
  const contact = (changes: Record<string, string>) => site.inject(contactCall(changes))
  // Percent-encoded, a mark has three times as many bytes.
  const encoded = (text: string) => text.slice(0, 10_000)
  const signIn = (changes: object) =>
    anybody.post('/api/sign-in', { email: 'x@clinic.example', password: 'x', ...changes })
  const accept = (changes: object) =>
    anybody.post('/api/invitations/accept', { token: TOKEN, name: 'Ina', password: PASSWORD, ...changes })
  const changePassword = (changes: object) =>
    coordinator.post('/api/me/password', { current: PASSWORD, new: PASSWORD, ...changes })
  const ina = { email: 'ina@clinic.example', name: 'Ina', role: 'coordinator' }
  const invite = (changes: object) => manager.post('/api/staff/invitations', { ...ina, password: PASSWORD, ...changes })
  const change = (payload: object) => manager.call({ method: 'PATCH', url: `/api/staff/${coordinator.id}`, payload })
  const reset = (body: object) => manager.post(`/api/staff/${coordinator.id}/reset`, body)
  const removeFactor = (payload: object) => coordinator.call({ method: 'DELETE', url: '/api/second-factor', payload })
  const add = (changes: object) =>
    coordinator.post('/api/requests', { name: 'Asha', phone: '0000000001', time_slot: 'Anytime', ...changes })
  const erase = (body: object) => manager.post(`/api/requests/${reference}/erase`, body)
  const referenceAnd = (count: number) => reference.padEnd(count, 'x')
  const fields: TypedField[] = [
    ['a sign-in’s address', (email) => signIn({ email }), 256, letters, 401],
    ['a sign-in’s password', (password) => signIn({ password }), 256, letters, 401],
    ['a code', (code) => withPassword.post('/api/sign-in/code', { code }), 256, letters, 401],
    ['a link', (token) => anybody.post('/api/invitations/look', { token }), 256, letters, 410],
    ['a link that is accepted', (token) => accept({ token }), 256, letters, 410],
    ['a name of one’s own', (name) => accept({ name }), 100, letters, 410],
    ['a first password', (password) => accept({ password }), 128, letters, 410],
    ['a current password', (current) => changePassword({ current }), 256, letters, 401],
    ['a new password', (text) => changePassword({ new: text }), 128, letters, 204],
    ['a second factor’s code', (code) => coordinator.post('/api/second-factor', { code }), 256, letters, 401],
    ['a second factor’s password', (password) => removeFactor({ password }), 256, letters, 401],
    ['an address of staff', (email) => invite({ email }), 254, address, 201],
    ['a name of staff', (name) => invite({ name }), 100, letters, 201],
    ['a password for a manager', (password) => invite({ role: 'manager', password }), 256, letters, 401, 401],
    ['a new name of staff', (name) => change({ name }), 100, letters, 200],
    ['a password for a role', (password) => change({ role: 'manager', password }), 256, letters, 401, 401],
    ['a password for a reset', (password) => reset({ password }), 256, letters, 401, 401],
    ['a search', (text) => coordinator.post('/api/requests/search', { text }), 256, letters, 200],
    ['a campaign', (campaign) => coordinator.post('/api/requests/search', { campaign }), 256, letters, 200],
    ['an export', (text) => manager.post('/api/exports', { text }), 256, letters, 200],
    ['a note', (text) => coordinator.post(`${callback}/notes`, { text }), 2_000, letters, 201],
    [
      'a call’s note',
      (note) => coordinator.post(`${callback}/outcomes`, { outcome: 'busy', note }),
      2_000,
      letters,
      201,
    ],
    ['an added name', (name) => add({ name }), 200, letters, 201],
    ['an added address', (email) => add({ email }), 254, address, 201],
    ['an added message', (message) => add({ message }), 4_000, letters, 201],
    ['a language', (language) => add({ language }), 2, (count) => 'hi'.padEnd(count, 'x'), 201],
    ['an erasure’s reference', (confirm) => erase({ confirm }), reference.length, referenceAnd, 200],
    ['a visitor’s name', (fullname) => appointment({ fullname }), 200, letters, 201],
    ['a visitor’s address', (email) => appointment({ email }), 254, address, 201],
    ['a visitor’s number', (phone) => appointment({ phone }), 10, digits, 201],
    ['a name with a message', (name) => contact({ name: encoded(name) }), 200, letters, 201],
    ['an address with a message', (email) => contact({ email: encoded(email) }), 254, address, 201],
    ['a message', (message) => contact({ message: encoded(message) }), 4_000, letters, 201],
  ]
  const isAnswering = async () => {
    const answers = await Promise.all([site.inject({ url: '/healthz' }), anybody.get('/healthz')])
    return answers.every(({ statusCode }) => statusCode === 200)
  }
  return { fields, isAnswering }
}

test('Each field takes as many characters as it says; more, or thousands of marks, are refused, and others answered', async () => {
  const { fields, isAnswering } = await start()
  for (const [name, send, characters, filled, taken, refused = 422] of fields) {
    for (const text of [MARKS, filled(characters + 1)]) {
      const [answer, others] = await Promise.all([send(text), isAnswering()])
      expect([answer.statusCode, others], `${name}, ${text.length}`).toEqual([refused, true])
    }
    expect((await send(filled(characters))).statusCode, name).toBe(taken)
  }
})
