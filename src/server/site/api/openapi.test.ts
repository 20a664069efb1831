import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { DEPARTMENT } from '../../../../tests/support/samples.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import { openApiDocument } from './openapi.ts'

type Body = Record<string, unknown>

interface Ref {
  $ref: string
}

interface PropertySchema {
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  pattern?: string
  not?: object
}

interface Answer {
  headers?: Record<string, object>
  content: Record<string, { schema: Ref; example: unknown }>
}

/** The document as far as these tests read it. */
interface ApiDocument {
  paths: Record<
    string,
    {
      post: {
        requestBody: { content: Record<string, { schema: Ref; example: Body }> }
        responses: Record<string, Answer | Ref>
      }
    }
  >
  components: {
    schemas: Record<string, { required: string[]; properties: Record<string, PropertySchema> }>
    responses: Record<string, Answer>
  }
}

const served = JSON.stringify(openApiDocument({ department: DEPARTMENT, version: '1.2.3' }))
const api: ApiDocument = JSON.parse(served)
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
ajv.addVocabulary(['openapi', 'info', 'servers', 'security', 'paths', 'components']).addSchema(api, 'api')

const CALLS = Object.entries(api.paths).flatMap(([url, { post }]) =>
  Object.entries(post.requestBody.content).map(([mediaType, { example, schema }]) => ({
    url,
    mediaType,
    example,
    path: schema.$ref,
    schema: api.components.schemas[nameIn(schema)] ?? { required: [], properties: {} },
    responses: Object.entries(post.responses).map(([status, answer]) => ({
      status: Number(status),
      ...answerOf(answer),
    })),
  })),
)
type Call = (typeof CALLS)[number]

const SLOTS = (api.components.schemas.Appointment?.properties.time_slot?.enum ?? []) as string[]

function nameIn({ $ref }: Ref): string {
  return $ref.split('/').at(-1) ?? ''
}

function answerOf(answer: Answer | Ref) {
  const { headers = {}, content } = '$ref' in answer ? (api.components.responses[nameIn(answer)] as Answer) : answer
  const [mediaType = ''] = Object.keys(content)
  const { schema, example } = content[mediaType] ?? { schema: { $ref: '' }, example: undefined }
  return { mediaType, path: schema.$ref, example, headers: Object.keys(headers) }
}

/** Whether a value conforms to a part of the document. */
function conforms(path: string, value: unknown): boolean {
  const validate = ajv.getSchema(`api${path}`)
  if (!validate) throw new Error(`The document has no ${path}`)
  return validate(value) as boolean
}

/** An answer's status and body, which the document must describe. */
function described({ responses }: Call, response: LightMyRequestResponse) {
  const { statusCode: status } = response
  const answer = responses.find((one) => one.status === status)
  const body = response.json()
  if (!answer || !conforms(answer.path, body)) throw new Error(`Not as described: ${status} ${response.body}`)
  expect(response.headers['content-type']).toContain(answer.mediaType)
  for (const header of answer.headers) expect(response.headers, header).toHaveProperty(header.toLowerCase())
  const errors: Record<string, string> = body.errors ?? {}
  for (const [field, message] of Object.entries(errors)) expect(messagesOf(answer.path, field)).toContain(message)
  return { status, errors }
}

/** The messages that the document has for a field in error. */
function messagesOf(path: string, field: string): string[] {
  const errors = ajv.getSchema(`api${path}/allOf/1/properties/errors`)?.schema as {
    properties: Record<string, { examples: string[] }>
  }
  return errors.properties[field]?.examples ?? []
}

function call({ url, mediaType }: Call, body: Body, headers: Record<string, string> = {}) {
  const fields = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    method: 'POST',
    url,
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': mediaType, ...headers },
    payload: mediaType === 'application/json' ? JSON.stringify(body) : new URLSearchParams(fields).toString(),
  } satisfies InjectOptions
}

test('A validator finds no fault in the document', async () => {
  expect(await new Validator().validate(JSON.parse(served))).toEqual({ valid: true })
})

test('No pattern needs Unicode properties or lookaround, which not all languages have', () => {
  expect(served).toContain('"pattern"')
  expect(served).not.toMatch(/\\p\{|\(\?[=!<]/i)
})

describe.each(CALLS)('$url', (one) => {
  test('Its examples conform to their schemas, and that of the body is accepted', async () => {
    const { app } = await startPublicListener()
    expect(conforms(one.path, one.example)).toBe(true)
    expect(described(one, await app.inject(call(one, one.example))).status).toBe(201)
    for (const { status, path, example } of one.responses) expect(conforms(path, example), String(status)).toBe(true)
  })

  test('A body that breaks the schema is refused where it breaks it', async () => {
    const { app, stored } = await startPublicListener()
    const fields = Object.keys(one.schema.properties)
    const spoilt = fields.flatMap((field) => brokenValues(one, field).map((value) => ({ field, value })))
    expect(spoilt.length).toBeGreaterThan(2 * fields.length)
    for (const { field, value } of spoilt) {
      const { [field]: _, ...others } = one.example
      const body = value === undefined ? others : { ...one.example, [field]: value }
      expect(conforms(one.path, body), JSON.stringify(body)).toBe(false)
      const { status, errors } = described(one, await app.inject(call(one, body)))
      expect({ status, fields: Object.keys(errors) }, JSON.stringify(body)).toEqual({
        status: 422,
        fields: [/_time$/.test(field) ? 'time_slot' : field],
      })
    }
    expect(await stored()).toEqual([])
  })

  test('The server accepts just the bodies that conform to the schema and name one slot', async () => {
    const { app } = await startPublicListener()
    const statuses: number[] = []
    const property = fc.asyncProperty(bodiesOf(one), async (body) => {
      const { status } = described(one, await app.inject(call(one, body)))
      const read = asRead(body)
      const isExpected = conforms(one.path, read) && namesOneSlot(read)
      if (status === 201) expect(isExpected).toBe(true)
      // Outside ASCII, the schema takes every character of an address for a letter.
      else if (isExpected) expect(read.email).toMatch(/[^\p{ASCII}\p{L}]/u)
      statuses.push(status)
    })
    await fc.assert(property, { numRuns: 200 })
    for (const status of [201, 422]) expect(statuses.filter((some) => some === status).length).toBeGreaterThan(20)
  })

  test('Each refusal that it describes is answered as described', async () => {
    const rateLimit = { maxPosts: 10, windowSeconds: 600, limitsLoopback: true }
    const { app, refuseWrites } = await startPublicListener({ rateLimit })
    const good = call(one, one.example)
    const statusOf = async (options: InjectOptions) => described(one, await app.inject(options)).status
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
    expect(one.responses.map(({ status }) => status)).toEqual([201, 400, 403, 405, 413, 415, 422, 429, 503])
  })
})

/** For each keyword of a property, a value that breaks it; undefined for one that is missing. */
function brokenValues({ mediaType, schema }: Call, field: string): unknown[] {
  const { enum: options, minLength, maxLength, pattern, not } = schema.properties[field] ?? {}
  const filler = pattern ? '0' : 'a'
  const isRequired = schema.required.includes(field)
  return [
    ...(isRequired ? [undefined, ''] : []),
    ...(mediaType === 'application/json' ? [5] : []),
    ...(options ? ['none of them'] : []),
    ...(minLength ? [filler.repeat(minLength - 1)] : []),
    ...(maxLength ? [filler.repeat(maxLength + 1)] : []),
    ...(pattern ? ['x'.repeat(minLength ?? 1)] : []),
    ...(not ? ['Asha\u0000Invented'] : []),
    ...(not && isRequired ? [' '.repeat(minLength ?? 1)] : []),
  ]
}

const digits = fc.stringMatching(/^[0-9]{8,11}(\.[0-9])?$/)
const letters = fc.string({ unit: fc.constantFrom('a', 'Z', '1', 'é', 'क', '-'), minLength: 1, maxLength: 4 })
const address = fc.tuple(letters, letters, letters).map(([local, host, zone]) => `${local}@${host}.${zone}`)
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  digits,
  address,
  fc.emailAddress(),
)
const missing = fc.constant(undefined)
const spaced = fc.tuple(fc.constantFrom('', ' ', '\t', '\u00a0'), fc.constantFrom('', ' ', '\r\n'))

/** Bodies of which each value conforms to its schema, and bodies of which one or two do not. */
function bodiesOf({ path, mediaType, schema }: Call): fc.Arbitrary<Body> {
  const properties = Object.entries(schema.properties)
  const conforming = properties.map(([field, property]) => {
    const values = property.enum ? fc.constantFrom(...property.enum) : text
    const valid = values.filter((value) => conforms(`${path}/properties/${field}`, value))
    return [field, valid] as const
  })
  const anything = mediaType === 'application/json' ? fc.oneof(text, fc.jsonValue(), missing) : fc.oneof(text, missing)
  const change = fc.oneof(
    address.map((email) => ['email', email] as const),
    fc.tuple(fc.constantFrom(...properties.map(([field]) => field)), anything),
  )
  return fc
    .tuple(fc.record(Object.fromEntries(conforming)), fc.boolean(), fc.array(change, { maxLength: 2 }), spaced)
    .map(([body, isAnytime, changes, [before, after]]) => {
      const spacedOut = Object.entries(body).map(([field, value]) => [
        field,
        typeof value === 'string' && !/_time$/.test(field) ? before + value + after : value,
      ])
      return {
        ...withTimes(Object.fromEntries(spacedOut), isAnytime),
        ...Object.fromEntries(changes),
        other: 'ignored',
      }
    })
}

/** Gives a body the two ends of one slot: that of `time_slot`, or the one that begins at `start_time`. */
function withTimes(body: Body, isAnytime: boolean): Body {
  const slot = body.time_slot ?? (isAnytime ? '' : SLOTS.find((one) => one.startsWith(`${body.start_time}-`)))
  const [start = '', end] = String(slot).trim().split('-')
  if (end !== undefined) return { ...body, start_time: start, end_time: end }
  const { start_time, end_time, ...others } = body
  return 'time_slot' in body && isAnytime ? { ...others, start_time: null, end_time: null } : others
}

/** A body as the introduction says that it is read: without outer white space, and with LF in messages. */
function asRead(body: Body): Body {
  const values = Object.entries(body).map(([field, value]) => {
    if (typeof value !== 'string' || /_time$/.test(field)) return [field, value]
    return [field, field === 'message' ? value.replace(/\r\n?/g, '\n') : value.trim()]
  })
  return Object.fromEntries(values)
}

/** What no schema says: `start_time` and `end_time` are those of the slot. */
function namesOneSlot({ time_slot, start_time, end_time }: Body): boolean {
  const times = (start_time ?? end_time ?? null) === null ? 'Anytime' : `${start_time}-${end_time}`
  return SLOTS.includes(times) && (time_slot ?? times) === times
}
