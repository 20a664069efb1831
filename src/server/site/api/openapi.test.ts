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

interface Content {
  [mediaType: string]: { schema: { $ref: string }; example: Body }
}

interface Answer {
  headers?: Body
  content: Content
}

/** The document as far as these tests read it. */
interface ApiDocument {
  info: object
  paths: Record<
    string,
    { post: { requestBody: { content: Content }; responses: Record<string, Answer | { $ref: string }> } }
  >
  components: {
    schemas: Record<string, { properties: Record<string, unknown> }>
    responses: Record<string, Answer>
  }
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const api: ApiDocument = JSON.parse(describeApi(english.department, version))
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false })
ajv.addVocabulary(['openapi', 'info', 'servers', 'security', 'paths', 'components']).addSchema(api, 'api')

/** What visitors and programs may send as any of the fields of a text. */
const VALUES = [
  ...['', ' ', 'a', 'Ash', 'Asha', 'Åsa😀', '😀'.repeat(4), 'a'.repeat(200), 'a'.repeat(201), 'Asha\0Invented'],
  ...['two\nlines', 'a\ttab', 'a\v', 'a \u0085 line', 'x'.repeat(4_000), 'x'.repeat(4_001), 'rhinoplasty', ...SERVICES],
  ...['0'.repeat(9), '0'.repeat(10), '0'.repeat(11), '00000000.5', '0000000.0.5', '+000000000', '१'.repeat(10)],
  ...['a@b.example', 'a@b', 'a@b.c', 'a@b.co', '@b.example', 'a@b.example.', 'a@b.c@d.example', 'आशा@उदाहरण.भारत'],
  ...['.a@b.example', 'a.@b.example', 'a..b@c.example', 'a.b@c.example', 'a b@c.example', 'a"b@c.example'],
  ...["o'neil+1@b.example", 'a@-b.example', 'a@b-.example', 'a@b-c.example', 'a@1b.example', 'a@b.1co', 'a@b.12'],
  ...['a@b_c.example', 'a@b..example', `${'a'.repeat(244)}@b.example`, `${'a'.repeat(245)}@b.example`],
]

const CALLS = Object.entries(api.paths).map(([url, { post }]) => ({
  url,
  ...onlyOne(post.requestBody.content),
  responses: post.responses,
}))
type Call = (typeof CALLS)[number]

function onlyOne(content: Content) {
  const [[mediaType, { schema, example }] = ['', { schema: { $ref: '' }, example: {} }]] = Object.entries(content)
  return { mediaType, path: schema.$ref, example }
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? ''
}

/** Whether a value conforms to a schema of the document. */
function conforms(path: string, value: unknown): boolean {
  const validate = ajv.getSchema(`api${path}`)
  if (!validate) throw new Error(`The document has no ${path}`)
  return validate(value) as boolean
}

/** What the document says of an answer. */
function described({ responses }: Call, status: number) {
  const response = responses[status]
  const answer = response && '$ref' in response ? api.components.responses[nameIn(response.$ref)] : response
  if (!answer) throw new Error(`${status} is not described`)
  return { ...onlyOne(answer.content), headers: Object.keys(answer.headers ?? {}) }
}

/** The messages that the document has for each field of a call, but not those for its key. */
function messagesOf(one: Call): Record<string, Set<string>> {
  const { schema } = ajv.getSchema(`api${described(one, 422).path}/allOf/1/properties/errors`) ?? {}
  const { properties } = schema as { properties: Record<string, { enum: string[] }> }
  const { 'Idempotency-Key': _, ...fields } = properties
  return Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, new Set(messages.enum)]))
}

/** An answer's status and the messages of its errors. @throws when the document describes it differently */
function answered(one: Call, response: LightMyRequestResponse) {
  const { mediaType, path, headers } = described(one, response.statusCode)
  expect(conforms(path, response.json()), response.body).toBe(true)
  expect(response.headers['content-type']).toContain(mediaType)
  for (const header of headers) expect(response.headers).toHaveProperty(header.toLowerCase())
  const errors: Record<string, string> = response.json().errors ?? {}
  return { status: response.statusCode, errors }
}

function call({ url, mediaType }: Call, body: Body, headers: Record<string, string> = {}) {
  const payload =
    mediaType === 'application/json' ? JSON.stringify(body) : new URLSearchParams(body as Record<string, string>)
  return {
    method: 'POST',
    url,
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': mediaType, ...headers },
    payload: String(payload),
  } satisfies InjectOptions
}

test('The server serves the document with its own version and department', async () => {
  const { address } = await startServer()
  const answer = await fetch(new URL('/api/openapi.json', address))
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(await answer.json()).toEqual(api)
  const title = 'Callback requests, Department of Plastic Surgery, Sample Hospital'
  expect(api.info).toEqual({ title, version, description: expect.stringContaining('time zone, Asia/Kolkata.') })
})

describe.each(CALLS)('$url', (one) => {
  test('accepts of each field just the values that conform to its schema, and gives each message', async () => {
    const { app } = await startPublicListener()
    const messages: Record<string, Set<string>> = {}
    const statusOf = async (body: Body) => {
      const { status, errors } = answered(one, await app.inject(call(one, body)))
      for (const [field, message] of Object.entries(errors))
        messages[field] = (messages[field] ?? new Set()).add(message)
      return status
    }
    expect(conforms(one.path, one.example)).toBe(true)
    for (const field of Object.keys(api.components.schemas[nameIn(one.path)]?.properties ?? {})) {
      const { [field]: _, ...others } = one.example
      const isTime = /^(time_slot|start_time|end_time)$/.test(field)
      const values = isTime ? ['', 'none'] : one.mediaType === 'application/json' ? [...VALUES, 5, {}] : VALUES
      // Without a time, the other one names no slot.
      if (!isTime) expect(await statusOf(others), field).toBe(conforms(one.path, others) ? 201 : 422)
      for (const value of values) {
        const body = { ...one.example, [field]: value }
        expect({ field, value, status: await statusOf(body) }).toEqual({
          field,
          value,
          status: conforms(one.path, body) ? 201 : 422,
        })
      }
    }
    expect(messages).toEqual(messagesOf(one))
  })

  test('answers each refusal as described', async () => {
    const rateLimit = { maxPosts: 10, windowSeconds: 600, limitsLoopback: true }
    const { app, refuseWrites } = await startPublicListener({ rateLimit })
    const good = call(one, one.example)
    const statusOf = async (options: InjectOptions) => answered(one, await app.inject(options)).status
    const key = { 'idempotency-key': 'one' }
    expect(await statusOf(call(one, one.example, key))).toBe(201)
    expect(await statusOf(call(one, { ...one.example, phone: '1'.repeat(10) }, key))).toBe(422)
    expect(await statusOf(call(one, one.example, { 'idempotency-key': 'k'.repeat(256) }))).toBe(422)
    expect(await statusOf({ ...good, method: 'PUT' })).toBe(405)
    expect(await statusOf(call(one, one.example, { 'x-requested-with': 'fetch' }))).toBe(403)
    expect(await statusOf(call(one, one.example, { 'content-type': 'text/plain' }))).toBe(415)
    expect(await statusOf({ ...good, payload: ' '.repeat(64 * 1_024 + 1) })).toBe(413)
    expect(await statusOf({ ...good, payload: '{%' })).toBe(400)
    await refuseWrites()
    const statuses = new Set<number>()
    for (let post = 0; post < 10; post++) statuses.add(await statusOf(good))
    expect([...statuses]).toEqual([503, 429])
    expect(Object.keys(one.responses).map(Number)).toEqual([201, 400, 403, 405, 413, 415, 422, 429, 503])
    for (const status of Object.keys(one.responses).map(Number)) {
      const { path, example } = described(one, status)
      expect(conforms(path, example), String(status)).toBe(true)
    }
  })
})
