import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { bytesIn } from '../../tests/support/bytes-in.ts'
import { runHere } from '../../tests/support/commands.ts'
import { callRaw } from '../../tests/support/raw-caller.ts'
import { startServer } from '../../tests/support/server-process.ts'
import { HONEYPOT_FIELD } from '../callback-request/spam-signals.ts'
import { DESK } from '../cli/desk.ts'

const SCRIPT = { 'x-requested-with': 'XMLHttpRequest' }
const BROWSER = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
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

const APPOINTMENT = {
  fullname: canary('fullname'),
  phone: PHONE,
  email: `${canary('email')}@visitor.example`,
  selected: 'Rhinoplasty',
  time_slot: 'Anytime',
  note: canary('unknown'),
}
const CONTACT = {
  name: canary('name'),
  phone: PHONE,
  email: `${canary('mail')}@visitor.example`,
  time_slot: 'Anytime',
  message: canary('message'),
  [HONEYPOT_FIELD]: canary('honeypot'),
}

test('Nothing that a caller sends appears in any output, at any log level and after any failure; each request has its id', async () => {
  const { child, exited, errors, lines, address, dataDirectory } = await startServer({ LOG_LEVEL: 'trace' })
  const statuses: number[] = []
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { ...HEADERS, referer: `${address.origin}/?utm_source=${canary('referer')}`, ...init.headers }
    const answer = await fetch(new URL(path, address), { redirect: 'manual', ...init, headers })
    statuses.push(answer.status)
    return answer.text()
  }
  const post = (path: string, headers: Record<string, string>, body: BodyInit) =>
    call(path, { method: 'POST', headers, body })
  const form = (changes: Record<string, string> = {}) => new URLSearchParams({ ...CONTACT, ...changes })
  const appointment = (changes: object = {}) => JSON.stringify({ ...APPOINTMENT, ...changes })
  const query = `?email=${canary('query')}`

  await call(`/${query}`)
  await call(`/${canary('path')}`)
  await call(`/%${canary('address')}`)
  await call('/api/appointment', { method: 'DELETE', body: canary('body') })
  await post(`/api/appointment${query}`, { ...SCRIPT, ...JSON_TYPE }, appointment())
  await post('/api/appointment', { ...SCRIPT, ...JSON_TYPE }, appointment({ fullname: canary('keyreused') }))
  await post('/api/appointment', { ...SCRIPT, ...JSON_TYPE }, appointment({ email: canary('wrong'), phone: '1' }))
  await post('/api/appointment', { ...SCRIPT, ...JSON_TYPE }, `{"${canary('malformed')}`)
  await post('/api/appointment', { ...SCRIPT, 'content-type': `text/${canary('type')}` }, appointment())
  await post('/api/appointment', { ...SCRIPT, ...JSON_TYPE }, canary('large').repeat(10_000))
  await post('/api/appointment', { ...SCRIPT, origin: `https://${canary('origin')}.example` }, appointment())
  await post('/api/contact-us', BROWSER, form())
  await post('/api/contact-us', BROWSER, form({ phone: canary('phone') }))

  const other = new SqliteFile(join(dataDirectory, 'requests.sqlite'))
  other.exec('begin immediate')
  await post('/api/contact-us', BROWSER, form({ message: canary('locked') }))
  other.exec('drop table callback_requests; commit')
  other.close()
  await post('/api/contact-us', { ...SCRIPT, 'idempotency-key': canary('fault') }, form({ message: canary('fault') }))

  for (const bytes of [
    `${canary('garbage')}\r\n\r\n`,
    `GET /${canary('header')} HTTP/1.1\r\n${canary('host')}\r\n\r\n`,
  ]) {
    await (await callRaw(address, bytes)).answered
  }
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
  expect(requests.slice(0, 4)).toMatchObject([
    { level: 30, method: 'GET', route: '/', time: expect.stringMatching(/Z$/), milliseconds: expect.any(Number) },
    { method: 'GET', route: null },
    { method: 'DELETE', route: null },
    { method: 'POST', route: '/api/appointment' },
  ])
  expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(requests.length)
  expect(entries.filter(({ msg }) => msg === 'no valid request')).toHaveLength(3)
})

test('Nothing that staff type, and no token, code or secret, appears in any output or in the audit log', async () => {
  const server = await startServer({ LOG_LEVEL: 'trace', DESK_PORT: '0' })
  const { child, exited, errors, lines, dataDirectory: DATA_DIR } = server
  const desk = new URL(server.desk)
  const email = `${canary('staff')}@clinic.example`
  const password = `${canary('password')} and more`
  const invite = ['invite', email, '--role', 'manager', '--name', canary('staffname')]
  const command = await runHere(DESK, invite, { DATA_DIR, DESK_URL: desk.origin })
  const tokens = [command.stdout.trim().split('#')[1] ?? '']
  const codes: string[] = []
  const statuses: number[] = []
  let cookie = ''

  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(new URL(path, desk), {
      method,
      headers: {
        ...HEADERS,
        ...SCRIPT,
        ...(body === undefined ? {} : JSON_TYPE),
        referer: `${desk.origin}/find#${canary('referer')}`,
        ...headers,
        cookie: `${canary('cookie')}=${canary('cookie')}; ${cookie}`,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
    statuses.push(answer.status)
    const [set] = answer.headers.getSetCookie()
    if (set) {
      cookie = set.split(';')[0] ?? ''
      tokens.push(cookie.split('=')[1] ?? '')
    }
    const text = await answer.text()
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
  }
  /** The code of a step later than all before: each works once. */
  const codeOf = (secret: string) => {
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    codes.push(totp.generate({ timestamp: Date.now() + codes.length * 30_000 }))
    return { code: codes.at(-1) }
  }

  await call('POST', '/api/invitations/look', { token: canary('token') })
  await call('POST', '/api/invitations/accept', { token: tokens[0], name: canary('chosen'), password })
  const { secret } = await call('GET', '/api/second-factor')
  await call('POST', '/api/second-factor', { code: canary('code') })
  await call('POST', '/api/second-factor', codeOf(secret))
  await call('POST', '/api/sign-in', { email, password: canary('wrong') })
  await call('POST', '/api/sign-in', { email: `${canary('unknown')}@clinic.example`, password })
  await call('POST', '/api/sign-in', { email, password })
  await call('POST', '/api/sign-in/code', { code: canary('code') })
  await call('POST', '/api/sign-in/code', codeOf(secret))
  const person = { email: `${canary('other')}@clinic.example`, name: canary('other'), role: 'coordinator' }
  const invited = await call('POST', '/api/staff/invitations', person)
  tokens.push(String(invited.url).split('#')[1] ?? '')
  await call('POST', '/api/staff/invitations', { ...person, role: canary('role') })
  await call('PATCH', `/api/staff/${canary('id')}`, { name: canary('renamed') })
  await call('POST', '/api/me/password', { current: canary('current'), new: `${password} and more` })
  await call('POST', '/api/me/password', { current: password, new: `${password} and more` })
  await call('POST', '/api/sign-in', `{"${canary('malformed')}`)
  await call('POST', '/api/sign-in', canary('large').repeat(10_000))
  await call('POST', '/api/sign-in', { email, password }, { origin: `https://${canary('origin')}.example` })
  await call('GET', `/api/${canary('path')}`)

  const other = new SqliteFile(join(DATA_DIR, 'requests.sqlite'))
  const audit = JSON.stringify(other.prepare('select * from audit_events').all())
  other.exec('begin immediate')
  await call('POST', '/api/sign-in', { email, password })
  other.exec('drop table sign_in_failures; commit')
  other.close()
  await call('POST', '/api/sign-in', { email, password })
  await call('POST', '/api/sign-out')
  child.kill('SIGTERM')
  await exited

  const stored = bytesIn(DATA_DIR)
  expect(statuses).toEqual([
    ...[410, 200, 200, 401, 200, 401, 401, 200, 401, 200],
    ...[201, 422, 404, 401, 204, 400, 413, 403, 404, 503, 500, 204],
  ])
  const secrets = [...tokens, secret].filter((text) => text !== '')
  expect([secrets.length, codes.length]).toEqual([8, 2])
  const output = lines.join('\n') + (await errors)
  for (const text of [output, audit]) {
    expect(text).not.toMatch(new RegExp(PREFIX, 'i'))
    expect(text).not.toContain('clinic.example')
    for (const each of secrets) expect(text).not.toContain(each)
    for (const code of codes) expect(text).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))
  }
  expect(audit).toContain('second-factor-set')
  // A backup has the secret of the second factor, as the manual says, and nothing else with which one can sign in.
  expect(stored).toContain(secret)
  for (const each of tokens.filter((token) => token !== '')) expect(stored).not.toContain(each)
  for (const place of ['password', 'wrong', 'current', 'code', 'unknown']) expect(stored).not.toContain(canary(place))
})
