import { describe, expect, test } from 'vitest'
import { APPOINTMENT_PAYLOAD, CONTACT_FIELDS } from '../../../tests/support/samples.ts'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

const LIMITED = '203.0.113.7'
const KIB = 1_024

interface Call {
  method: string
  headers: Record<string, string>
  body: string
  remoteAddress: string
}

const FORMS = [
  {
    url: '/api/appointment',
    valid: { contentType: 'application/json', body: JSON.stringify(APPOINTMENT_PAYLOAD) },
    malformed: '{"fullname":',
    broken: JSON.stringify({ ...APPOINTMENT_PAYLOAD, fullname: '' }),
    padding: ' ',
  },
  {
    url: '/api/contact-us',
    valid: { contentType: 'application/x-www-form-urlencoded', body: new URLSearchParams(CONTACT_FIELDS).toString() },
    malformed: 'name=%',
    broken: 'name=',
    padding: '&',
  },
]

/** Each refusal, in the contract's order, and the change to a valid call that causes it. */
const REFUSALS: [status: number, spoil: (call: Call, form: (typeof FORMS)[number]) => Partial<Call>][] = [
  [405, () => ({ method: 'PUT' })],
  [403, ({ headers }) => ({ headers: { ...headers, origin: 'https://elsewhere.example' } })],
  [429, () => ({ remoteAddress: LIMITED })],
  [415, ({ headers }) => ({ headers: { ...headers, 'content-type': 'not a type' } })],
  [413, ({ body }, { padding }) => ({ body: body + padding.repeat(64 * KIB) })],
  [400, (_, { malformed }) => ({ body: malformed })],
  [422, (_, { broken }) => ({ body: broken })],
]

function validCall({ valid }: (typeof FORMS)[number]): Call {
  return {
    method: 'POST',
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': valid.contentType },
    body: valid.body,
    remoteAddress: '203.0.113.8',
  }
}

async function openWithOneAddressLimited(url: string, call: Call) {
  const opened = await startPublicListener({ rateLimit: { maxPosts: 20, windowSeconds: 600, limitsLoopback: true } })
  for (let post = 0; post < 20; post++) {
    await opened.app.inject({ ...call, method: 'POST', url, body: '', remoteAddress: LIMITED })
  }
  return opened
}

describe.each(FORMS)('$url', (form) => {
  test('Each refusal is a problem document, and when two apply the earlier one is the answer', async () => {
    const { app, stored, refuseWrites, logLines } = await openWithOneAddressLimited(form.url, validCall(form))
    // The last of all refusals is 503.
    await refuseWrites()
    for (const [index, [status, spoil]] of REFUSALS.entries()) {
      for (const [laterStatus, spoilToo] of REFUSALS.slice(index)) {
        let call = validCall(form)
        // The later change first: a body is replaced before it is padded.
        call = { ...call, ...spoilToo(call, form) }
        call = { ...call, ...spoil(call, form) }
        const response = await app.inject({ ...call, method: call.method as 'POST', url: form.url })

        expect(response.statusCode, `${status} with ${laterStatus}`).toBe(status)
        expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
        expect(response.headers.allow).toBe(status === 405 ? 'POST' : undefined)
        expect(response.json()).toMatchObject({ type: 'about:blank', title: expect.any(String), status })
      }
    }
    const { body, headers } = validCall(form)
    const unavailable = await app.inject({ method: 'POST', url: form.url, headers, payload: body })
    expect(unavailable.json()).toEqual({ type: 'about:blank', title: 'Service Unavailable', status: 503 })
    expect(unavailable.headers['retry-after']).toMatch(/^\d+$/)
    expect(await stored()).toEqual([])
    expect(logLines.join('')).toContain('SQLITE_READONLY')
  })

  test('Calls of other pages and bodies of other types are refused', async () => {
    const { app } = await startPublicListener({ publicUrl: new URL('https://clinic.example') })
    const type = form.valid.contentType
    const otherType = FORMS.find(({ url }) => url !== form.url)?.valid.contentType ?? ''
    const calls: [status: number, call: string, headers: Record<string, string>][] = [
      [403, 'no marker', { 'x-requested-with': '' }],
      [403, 'another marker', { 'x-requested-with': 'fetch' }],
      [403, 'another origin', { origin: 'https://elsewhere.example' }],
      [403, 'our host on another port', { origin: 'http://localhost:8080' }],
      [403, 'an opaque origin', { origin: 'null' }],
      [403, 'another origin as same-origin', { origin: 'http://elsewhere.example', 'sec-fetch-site': 'same-origin' }],
      [403, 'a cross-site call', { 'sec-fetch-site': 'cross-site' }],
      [403, 'a same-site call of another origin', { 'sec-fetch-site': 'same-site' }],
      [403, 'a call that the user started', { 'sec-fetch-site': 'none' }],
      [201, 'neither origin nor fetch site', {}],
      [201, 'our host as origin', { origin: 'http://localhost:80', host: 'localhost:80' }],
      [201, 'our host by https, behind a proxy', { origin: 'https://localhost', host: 'localhost' }],
      [201, 'the public address as origin', { origin: 'https://clinic.example', host: '10.0.0.5:3000' }],
      [201, 'a same-origin fetch', { 'sec-fetch-site': 'same-origin' }],
      [415, 'plain text', { 'content-type': 'text/plain' }],
      [415, 'a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }],
      [415, 'a type that begins like ours', { 'content-type': `${type}p` }],
      [415, 'half a type', { 'content-type': 'json' }],
      [415, 'no type', { 'content-type': '' }],
      [415, "the other form's type", { 'content-type': otherType }],
      [201, 'a type in upper case with its charset', { 'content-type': `${type.toUpperCase()} ; charset=UTF-8` }],
    ]
    for (const [status, what, changes] of calls) {
      const call = validCall(form)
      const headers = { ...call.headers, ...changes }
      const response = await app.inject({ ...call, method: 'POST', url: form.url, headers })
      expect(response.statusCode, what).toBe(status)
    }
  })

  test('A body of exactly 64 KiB is accepted', async () => {
    const { app } = await startPublicListener()
    const { headers, body } = validCall(form)
    const payload = body + form.padding.repeat(64 * KIB - body.length)
    expect((await app.inject({ method: 'POST', url: form.url, headers, payload })).statusCode).toBe(201)
    expect((await app.inject({ method: 'POST', url: form.url, headers, payload: `${payload} ` })).statusCode).toBe(413)
  })
})
