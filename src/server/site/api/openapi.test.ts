import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { describeApi } from '../../../../scripts/describe-api.ts'
import { english } from '../../../../tests/support/content.ts'
import { startServer } from '../../../../tests/support/server-process.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import { SERVICES } from '../../../callback-request/services.ts'

type Body = Record<string, unknown>
type Content = Record<string, { schema: { $ref: string }; example: Body }>

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const api = JSON.parse(describeApi(english.department, version))
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false })
ajv.addVocabulary(['openapi', 'info', 'servers', 'security', 'paths', 'components']).addSchema(api, 'api')

/** What visitors and programs may send as any of the fields of a text. */
const VALUES = [
  ...['', ' ', 'a', 'Ash', 'Asha', 'Åsa😀', '😀'.repeat(4), 'a'.repeat(200), 'a'.repeat(201), 'Asha\0Invented'],
  ...['two\nlines', 'a\ttab', 'a\vtab', 'a\v', 'a \u0085 line', 'a\u200b@b.example', 'x'.repeat(4_000)],
  ...['x'.repeat(4_001), 'rhinoplasty', ...SERVICES],
  ...['0'.repeat(9), '0'.repeat(10), '0'.repeat(11), '00000000.5', '0000000.0.5', '+000000000', '१'.repeat(10)],
  ...['a@b.example', 'a@b', 'a@b.c', 'a@b.co', '@b.example', 'a@b.example.', 'a@b.c@d.example', 'आशा@उदाहरण.भारत'],
  ...['.a@b.example', 'a.@b.example', 'a..b@c.example', 'a.b@c.example', 'a b@c.example', 'a"b@c.example'],
  ...["o'neil+1@b.example", 'a@-b.example', 'a@b-.example', 'a@b-c.example', 'a@1b.example', 'a@b.1co', 'a@b.12'],
  ...['a@b_c.example', 'a@b..example', `${'a'.repeat(244)}@b.example`, `${'a'.repeat(245)}@b.example`],
]

const ALL_CALLS = Object.keys(api.paths).map((url) => ({ url, ...onlyOne(api.paths[url].post.requestBody.content) }))
const [CALLS, WITHDRAWALS] = [ALL_CALLS.slice(0, 2), ALL_CALLS.slice(2)]
type Call = (typeof CALLS)[number]

function onlyOne(content: Content) {
  const [[mediaType, { schema, example }] = ['', { schema: { $ref: '' }, example: {} }]] = Object.entries(content)
  return { mediaType, path: schema.$ref, example }
}

const nameIn = (reference: string) => reference.split('/').at(-1) ?? ''

/** Whether a value conforms to a schema of the document. */
const conforms = (path: string, value: unknown) => ajv.getSchema(`api${path}`)?.(value)

/** What the document says of the answers to a call, by their statuses. */
function answersTo({ url }: Call) {
  const responses = Object.entries<{ $ref?: string; content?: Content }>(api.paths[url].post.responses)
  return new Map(
    responses.map(([status, { $ref, ...own }]) => {
      const { content = {}, headers = {} } = $ref ? api.components.responses[nameIn($ref)] : own
      return [Number(status), { ...onlyOne(content), headers: Object.keys(headers) }]
    }),
  )
}

/** The status of an answer, which the document describes. */
function statusOf(one: Call, response: LightMyRequestResponse): number {
  const described = answersTo(one).get(response.statusCode)
  expect(conforms(described?.path ?? '', response.json()), response.body).toBe(true)
  expect(response.headers['content-type']).toContain(described?.mediaType)
  for (const header of described?.headers ?? []) expect(response.headers).toHaveProperty(header.toLowerCase())
  return response.statusCode
}

function call({ url, mediaType }: Call, body: Body, headers: Record<string, string> = {}) {
  const isJson = mediaType === 'application/json'
  const payload = isJson ? JSON.stringify(body) : String(new URLSearchParams(body as Record<string, string>))
  const sent = { 'x-requested-with': 'XMLHttpRequest', 'content-type': mediaType, ...headers }
  return { method: 'POST', url, headers: sent, payload } satisfies InjectOptions
}

test('The server serves the document with its own version and department', async () => {
  const { address } = await startServer()
  const answer = await fetch(new URL('/api/openapi.json', address))
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(await answer.json()).toEqual(api)
  const title = 'Callback requests, Department of Plastic Surgery, Sample Hospital'
  expect(api.info).toEqual({ title, version, description: expect.stringContaining('time zone, Asia/Kolkata.') })
})

describe.each(CALLS)('$url', (one) => {
  test('accepts of each field just the values that conform to its schema', async () => {
    const { app } = await startPublicListener()
    const accepts = async (body: Body) => statusOf(one, await app.inject(call(one, body))) === 201
    expect(conforms(one.path, one.example)).toBe(true)
    for (const field of Object.keys(api.components.schemas[nameIn(one.path)].properties)) {
      const { [field]: _, ...others } = one.example
      const isTime = /^(time_slot|start_time|end_time)$/.test(field)
      const values = isTime ? ['', 'none'] : one.mediaType === 'application/json' ? [...VALUES, 5, {}] : VALUES
      // Without a time, the other one names no slot.
      const bodies = [...(isTime ? [] : [others]), ...values.map((value) => ({ ...one.example, [field]: value }))]
      for (const body of bodies) expect(await accepts(body), JSON.stringify(body)).toBe(conforms(one.path, body))
    }
  })

  test('answers each refusal as described', async () => {
    const rateLimit = { maxPosts: 7, windowSeconds: 600, limitsLoopback: true }
    const { app, refuseWrites } = await startPublicListener({ rateLimit })
    const good = call(one, one.example)
    const statusAfter = async (options: InjectOptions) => statusOf(one, await app.inject(options))
    expect(await statusAfter(good)).toBe(201)
    expect(await statusAfter(call(one, one.example, { 'idempotency-key': 'k'.repeat(256) }))).toBe(422)
    expect(await statusAfter({ ...good, method: 'PUT' })).toBe(405)
    expect(await statusAfter(call(one, one.example, { 'x-requested-with': 'fetch' }))).toBe(403)
    expect(await statusAfter(call(one, one.example, { 'content-type': 'text/plain' }))).toBe(415)
    expect(await statusAfter({ ...good, payload: ' '.repeat(64 * 1_024 + 1) })).toBe(413)
    expect(await statusAfter({ ...good, payload: '{%' })).toBe(400)
    await refuseWrites()
    const statuses = new Set<number>()
    for (let post = 0; post < 7; post++) statuses.add(await statusAfter(good))
    expect([...statuses]).toEqual([503, 429])
    expect([...answersTo(one).keys()]).toEqual([201, 400, 403, 405, 413, 415, 422, 429, 503])
    for (const [status, { path, example }] of answersTo(one)) expect(conforms(path, example), `${status}`).toBe(true)
  })
})

test.each(WITHDRAWALS)(
  '$url reads just the members that conform to its schema, and answers as described',
  async (one) => {
    const { app } = await startPublicListener({
      rateLimit: { maxPosts: 1_000, windowSeconds: 600, limitsLoopback: false },
    })
    const statuses = new Set<number>()
    for (const field of ['form', 'key', 'by']) {
      for (const value of [...VALUES, 'appointment', 'contact', null, 5, {}]) {
        const body = { ...one.example, [field]: value }
        const status = statusOf(one, await app.inject(call(one, body)))
        expect(status !== 422, JSON.stringify(body)).toBe(conforms(one.path, body))
        statuses.add(status)
      }
    }
    expect([...statuses].sort()).toEqual([404, 422])
    expect([...answersTo(one).keys()]).toEqual([204, 400, 403, 404, 405, 409, 413, 415, 422, 429, 503])
    for (const [status, { path, example }] of answersTo(one))
      if (status !== 204) expect(conforms(path, example), `${status}`).toBe(true)
  },
)
