import { expect, test } from 'vitest'
import { appointmentCall, contactCall } from '../../../tests/support/form-calls.ts'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'
import type { PublicListenerOptions } from '../site/public-listener.ts'

const TWO_POSTS = { maxPosts: 2, windowSeconds: 600, limitsLoopback: false }
const MANY_POSTS = { ...TWO_POSTS, maxPosts: 300 }
const KIB = 1_024

type Headers = Record<string, string>
type Call = [peer: string, headers?: Headers]

async function openLimited(overrides: Partial<PublicListenerOptions> = {}) {
  const opened = await startPublicListener({ rateLimit: TWO_POSTS, ...overrides })
  /** Posts a valid call in a body of at least this many bytes. */
  const post = (remoteAddress: string, headers: Headers = {}, bytes = 0) =>
    opened.app.inject({ ...appointmentCall({}, headers), payload: validBody(bytes), remoteAddress })
  const statuses = async (calls: Call[]) => {
    const answers: number[] = []
    for (const [address, headers] of calls) answers.push((await post(address, headers)).statusCode)
    return answers
  }
  return { ...opened, post, statuses }
}

/** Spaces after a JSON text change nothing. */
const validBody = (bytes: number) => appointmentCall().payload.padEnd(bytes)

test('A client over the limit is told when to try again, for both forms together; nobody and nothing else is limited', async () => {
  const { app, post, statuses } = await openLimited()
  const remoteAddress = '203.0.113.7'
  await app.inject({ ...contactCall(), remoteAddress })
  expect(await statuses([[remoteAddress], [remoteAddress], ['203.0.113.8']])).toEqual([201, 429, 201])
  const { headers } = await post(remoteAddress)
  expect(headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(Number(headers['retry-after'])).toBeGreaterThan(590)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600)
  for (const url of ['/', '/healthz', '/readyz', '/assets/entry-abc123.js']) {
    expect((await app.inject({ url, remoteAddress })).statusCode).toBe(200)
  }
})

test('The posts of one client together are at most 1 MiB, before types and bodies are checked; a body over 64 KiB is not counted', async () => {
  const { post, stored } = await openLimited({ rateLimit: MANY_POSTS })
  const PLAIN = { 'content-type': 'text/plain' }
  for (const [count, bytes, status, headers] of [
    [1, 2 * KIB * KIB, 413],
    [15, 64 * KIB, 201],
    [1, 63 * KIB, 415, PLAIN],
    [1, 1 * KIB, 201],
    [1, 1 * KIB, 429, PLAIN],
    [1, 65 * KIB, 429],
  ] as const) {
    for (let time = 0; time < count; time++) {
      expect((await post('203.0.113.7', headers, bytes)).statusCode).toBe(status)
    }
  }
  const response = await post('203.0.113.7')
  expect(response.statusCode).toBe(429)
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(590)
  expect((await post('203.0.113.8', {}, 64 * KIB)).statusCode).toBe(201)
  expect(await stored()).toHaveLength(17)
})

test('The bytes of a body without an announced length are counted once it has been read', async () => {
  const { app, stored } = await openLimited({ rateLimit: MANY_POSTS })
  const { url, method, headers } = appointmentCall({}, { 'x-forwarded-for': '203.0.113.7' })
  const address = new URL(url, await app.listen({ host: '127.0.0.1', port: 0 }))
  const postChunked = async (bytes: number) => {
    const call = { method, headers, body: new Blob([validBody(bytes)]).stream(), duplex: 'half' }
    return (await fetch(address, call)).status
  }
  for (let count = 0; count < 50; count++) expect(await postChunked(1 * KIB)).toBe(201)
  for (let count = 0; count < 15; count++) expect(await postChunked(64 * KIB)).toBe(201)
  expect(await postChunked(15 * KIB)).toBe(429)
  expect(await stored()).toHaveLength(65)
})

const PROXY = { trustedProxies: ['10.0.0.0/8'] }
const from = (...clients: string[]): Call[] => clients.map((client) => [client])
const via = (peer: string, ...forwardedFor: string[]): Call[] =>
  forwardedFor.map((value) => [peer, { 'x-forwarded-for': value }])

test.each<[rule: string, calls: Call[], statuses: number[], options?: Partial<PublicListenerOptions>]>([
  [
    'The addresses of one IPv6 /64 network are one client',
    from('2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1'),
    [201, 201, 429, 201],
  ],
  [
    'Calls from this machine are not limited',
    from(...['127.0.0.1', '::1', '::ffff:127.0.0.1'].flatMap((address) => Array(3).fill(address))),
    Array(9).fill(201),
  ],
  [
    'Without TRUST_PROXY a client cannot choose its address with a header',
    via('203.0.113.7', '198.51.100.1', '198.51.100.2', '198.51.100.3'),
    [201, 201, 429],
  ],
  [
    'Behind a trusted proxy the client is the one that the proxy names, whatever the client itself claims',
    [
      ...via('10.0.0.5', '198.51.100.1, 203.0.113.7', '198.51.100.2, 203.0.113.7', '198.51.100.3, 203.0.113.7'),
      ...via('10.0.0.5', '203.0.113.8'),
      ...via('192.0.2.1', '203.0.113.7'),
    ],
    [201, 201, 429, 201, 201],
    PROXY,
  ],
  [
    'A port that a proxy writes after an address changes nothing',
    [
      ...via('10.0.0.5', '203.0.113.9:4001', '203.0.113.9:4002', '203.0.113.9'),
      ...via('10.0.0.5', '[2001:db8:1:2::1]:4001', '[2001:db8:1:2::2]:4002', '[2001:db8:1:2::3]'),
      ...via('10.0.0.5', '203.0.113.8:1, 10.0.0.6:2', '203.0.113.8:3,10.0.0.6:4', '203.0.113.8, 10.0.0.6'),
    ],
    Array(3).fill([201, 201, 429]).flat(),
    PROXY,
  ],
])('%s', async (_, calls, expected, options) => {
  const { statuses } = await openLimited(options)
  expect(await statuses(calls)).toEqual(expected)
})

test('A call with a header of proxies is limited even on this machine, and without TRUST_PROXY causes one warning', async () => {
  for (const name of ['forwarded', 'x-real-ip', 'x-forwarded-for']) {
    for (const trustedProxies of [[], ['127.0.0.1']]) {
      const { statuses, logLines } = await openLimited({ trustedProxies })
      const call: Call = ['127.0.0.1', { [name]: name === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7' }]
      expect(await statuses([call, call, call]), name).toEqual([201, 201, 429])
      const warnings = logLines.filter((line) => line.includes('TRUST_PROXY')).map((line) => JSON.parse(line).level)
      expect(warnings, name).toEqual(trustedProxies.length > 0 ? [] : [40])
      expect(logLines.join('')).not.toContain('203.0')
    }
  }
})

test('However many are asked to come back later, at most 500 a second are told, and a single caller at once', async () => {
  const { post } = await openLimited()
  const remoteAddress = '203.0.113.7'
  for (const _ of [1, 2]) await post(remoteAddress)
  const startedAt = performance.now()
  expect((await post(remoteAddress)).statusCode).toBe(429)
  const [one, ...others] = Array.from({ length: 200 }, () => post(remoteAddress))
  await one
  const oneAt = performance.now()
  expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual(Array(199).fill(429))
  expect(performance.now() - startedAt).toBeGreaterThan(390)
  expect(performance.now() - oneAt).toBeGreaterThan(200)
})

test('No client is limited while posts cannot be counted, which is logged', async () => {
  const rateLimitCounts = { add: () => Promise.reject(new Error('invented')) }
  const { statuses, logLines } = await openLimited({ rateLimitCounts })
  expect(await statuses(from('203.0.113.7', '203.0.113.7', '203.0.113.7'))).toEqual([201, 201, 201])
  expect(logLines.join('')).toContain('the rate limit cannot be counted')
  expect(logLines.join('')).not.toContain('203.0.113')
})
