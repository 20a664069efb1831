import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bytesIn } from '../../tests/support/bytes-in.ts'
import { appointmentCall, type FormCall, htmlFormPost } from '../../tests/support/form-calls.ts'
import { callRaw } from '../../tests/support/raw-caller.ts'
import { startServer } from '../../tests/support/server-process.ts'
import { startDeskListener } from '../../tests/support/start-desk-listener.ts'
import { HONEYPOT_FIELD } from '../callback-request/spam-signals.ts'
import * as accounts from './storage/staff-accounts.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** Every canary begins with this, so that a shortened or changed one is found as well. */
const PREFIX = 'kzqvx'
const PHONE = '9182736450'

/** A canary is a word that appears nowhere else. */
const canary = (place: string) => `${PREFIX}${place.replaceAll(/[^a-z]/g, '')}`

/** Canaries in every header that a server, a proxy or a framework may read. */
const HEADERS = Object.fromEntries(
  ['user-agent', 'cookie', 'authorization', 'from', 'via', 'x-real-ip', 'x-request-id', 'request-id', 'traceparent']
    .concat(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'accept-language', 'idempotency-key', 'if-none-match'])
    .map((name) => [name, canary(name)]),
)

test('Nothing that a caller sends appears in any output, at any log level and after any failure; each request has its id', async () => {
  const { child, exited, errors, lines, address, dataDirectory } = await startServer({ LOG_LEVEL: 'trace' })
  const statuses: number[] = []
  const call = async (url: string, { method, headers, payload }: Partial<FormCall> = {}) => {
    const referer = `${address.origin}/?utm_source=${canary('referer')}`
    const init = { method: method ?? 'GET', headers: { ...HEADERS, referer, ...headers }, body: payload ?? null }
    statuses.push((await fetch(new URL(url, address), { redirect: 'manual', ...init })).status)
  }
  const email = `${canary('email')}@visitor.example`
  const details = { fullname: canary('fullname'), phone: PHONE, email, note: canary('unknown') }
  const appointment = (changes: object = {}, more: Partial<FormCall> = {}) =>
    call('/api/appointment', { ...appointmentCall({ ...details, ...changes }), ...more })
  const typed = { name: canary('name'), phone: PHONE, email, [HONEYPOT_FIELD]: canary('honeypot') }
  const form = (changes = {}) => call('/api/contact-us', htmlFormPost('contact', { ...typed, ...changes }))
  const query = `?email=${canary('query')}`

  await call(`/${query}`)
  await call(`/${canary('path')}`)
  await call(`/%${canary('address')}`)
  await call('/api/appointment', { method: 'PUT', payload: canary('body') })
  await call(`/api/appointment${query}`, appointmentCall(details))
  await appointment({ fullname: canary('keyreused') })
  await appointment({ email: canary('wrong'), phone: '1' })
  await appointment({}, { payload: `{"${canary('malformed')}` })
  await call('/api/appointment', appointmentCall(details, { 'content-type': `text/${canary('type')}` }))
  await appointment({}, { payload: canary('large').repeat(10_000) })
  await call('/api/appointment', appointmentCall(details, { origin: `https://${canary('origin')}.example` }))
  await form({ message: canary('message') })
  await form({ phone: canary('phone') })

  const other = new SqliteFile(join(dataDirectory, 'requests.sqlite'))
  other.exec('begin immediate')
  await form({ message: canary('locked') })
  other.exec('drop table callback_requests; commit')
  other.close()
  await form({ message: canary('fault') })

  const callRawly = async (bytes: string) => (await callRaw(address, bytes)).answered
  await callRawly(`${canary('garbage')}\r\n\r\n`)
  await callRawly(`GET /${canary('header')} HTTP/1.1\r\n${canary('host')}\r\n\r\n`)
  child.kill('SIGTERM')
  await exited

  expect(statuses).toEqual([200, 404, 400, 405, 201, 422, 422, 400, 415, 413, 403, 303, 422, 503, 500])
  const output = lines.join('\n') + (await errors)
  expect(output).not.toMatch(new RegExp(PREFIX, 'i'))
  expect(output).not.toContain(PHONE)
  expect(output).not.toContain('visitor.example')

  const entries = (await errors)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const requests = entries.filter(({ msg }) => msg === 'request')
  // An address that cannot be read does not become a request.
  expect(requests.map(({ status }) => status)).toEqual(statuses.filter((_, index) => index !== 2))
  const said = { level: 30, time: expect.stringMatching(/Z$/), milliseconds: expect.any(Number) }
  expect(requests[0]).toMatchObject({ ...said, method: 'GET', route: '/' })
  expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(requests.length)
  expect(entries.filter(({ msg }) => msg === 'no valid request')).toHaveLength(3)
})

test('Nothing that staff type, and no token, code or secret, appears in the log or in the audit log', async () => {
  const { browser, act, database, location, logLines } = await startDeskListener()
  const anna = browser()
  const email = `${canary('staff')}@clinic.example`
  const password = `${canary('password')} and more`
  const invited = await accounts.invite(act(), { email, name: canary('staffname'), role: 'manager' })
  const token = invited.ok ? invited.value.token : ''
  const tokens = new Set([token])
  const codes: string[] = []
  const statuses: number[] = []
  const { cookie: _, ...others } = HEADERS
  const post = async (url: string, payload: object | string, more: Record<string, string> = {}) => {
    const cookie = `${canary('cookie')}=${canary('cookie')}; ${anna.cookie ?? ''}`
    const headers = { ...others, ...(typeof payload === 'string' && JSON_TYPE), ...more, cookie }
    const answer = await anna.call({ method: 'POST', url, payload, headers })
    statuses.push(answer.statusCode)
    tokens.add(anna.cookie?.split('=')[1] ?? '')
    return answer
  }
  /** The code of a step later than all before: each works once. */
  const nextCode = () => {
    codes.push(anna.code(codes.length))
    return { code: codes.at(-1) }
  }

  await post('/api/invitations/look', { token: canary('token') })
  await post('/api/invitations/accept', { token, name: canary('chosen'), password })
  anna.secret = (await anna.get('/api/second-factor')).json().secret as string
  await post('/api/second-factor', { code: canary('code') })
  await post('/api/second-factor', nextCode())
  await post('/api/sign-in', { email, password: canary('wrong') })
  await post('/api/sign-in', { email: `${canary('unknown')}@clinic.example`, password })
  await post('/api/sign-in', { email, password })
  await post('/api/sign-in/code', { code: canary('code') })
  await post('/api/sign-in/code', nextCode())
  const person = { email: `${canary('other')}@clinic.example`, name: canary('other'), role: 'coordinator', password }
  const { url } = (await post('/api/staff/invitations', person)).json()
  tokens.add(String(url).split('#')[1] ?? '')
  await post('/api/staff/invitations', { ...person, role: canary('role') })
  await post('/api/me/password', { current: canary('current'), new: `${password} and more` })
  await post('/api/me/password', { current: password, new: `${password} and more` })
  await post('/api/sign-in', `{"${canary('malformed')}`)
  await post('/api/sign-in', canary('large').repeat(10_000))
  await post('/api/sign-in', { email, password }, { origin: `https://${canary('origin')}.example` })
  await post(`/api/${canary('path')}`, {})

  // It keeps the names of an account that was renamed.
  const events = database.selectFrom('audit_events').selectAll().where('kind', '<>', 'renamed')
  const audit = JSON.stringify(await events.execute())
  const stored = bytesIn(location)
  await sql`pragma query_only = on`.execute(database)
  await post('/api/sign-in', { email, password })
  await sql`pragma query_only = off`.execute(database)
  await sql`drop table limits`.execute(database)
  await post('/api/sign-in', { email, password })

  expect(statuses).toEqual([
    410, 200, 401, 200, 401, 401, 200, 401, 200, 201, 422, 401, 204, 400, 413, 403, 404, 503, 500,
  ])
  tokens.delete('')
  expect([tokens.size, codes.length]).toEqual([7, 2])
  for (const text of [logLines.join(''), audit]) {
    expect(text).not.toMatch(new RegExp(PREFIX, 'i'))
    expect(text).not.toContain('clinic.example')
    for (const secret of [...tokens, anna.secret]) expect(text).not.toContain(secret)
    for (const code of codes) expect(text).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))
  }
  expect(audit).toContain('second-factor-set')
  // A backup has the secret of the second factor, as the manual says, and nothing else with which one can sign in.
  expect(stored).toContain(anna.secret)
  for (const one of tokens) expect(stored).not.toContain(one)
  for (const place of ['password', 'wrong', 'current', 'code', 'unknown']) expect(stored).not.toContain(canary(place))
})
