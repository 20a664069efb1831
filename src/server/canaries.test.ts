import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect, test } from 'vitest'
import { callRaw } from '../../tests/support/raw-caller.ts'
import { startServer } from '../../tests/support/server-process.ts'
import { HONEYPOT_FIELD } from '../callback-request/spam-signals.ts'

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
  expect(entries.filter(({ msg }) => msg === 'no valid request')).toHaveLength(2)
})
