import fc from 'fast-check'
import { APPOINTMENT_PAYLOAD, CONTACT_FIELDS } from '../support/samples.ts'

/** A body that our page never sends, and the form that it is sent to. */
export interface MalformedCall {
  url: '/api/appointment' | '/api/contact-us'
  contentType: string
  body: Buffer
}

const JSON_CALL = { url: '/api/appointment', contentType: 'application/json' } as const
const FORM_CALL = { url: '/api/contact-us', contentType: 'application/x-www-form-urlencoded' } as const

const anyString = fc.string({ unit: 'binary', maxLength: 200 })
const anyBytes = fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes))

/** Values that break the rule of any field. */
const badText = fc.oneof(
  fc.constantFrom('', ' ', '\t', 'a\u0000b', '\u0007bell', 'x\u009fyz'),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const badJson = fc.oneof(
  badText,
  fc.constant('Asha\ud800'),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.array(fc.jsonValue()),
  fc.object(),
)

/** A valid appointment with one field of a wrong type or with a bad value. */
const spoiledAppointment = fc
  .tuple(fc.constantFrom('fullname', 'phone', 'email', 'selected', 'time_slot'), badJson)
  .map(([name, value]) => jsonOf({ ...APPOINTMENT_PAYLOAD, [name]: value }))

const spoiledContact = fc
  .tuple(fc.constantFrom('name', 'phone', 'email', 'start_time', 'end_time'), badText)
  .map(([name, value]) => Buffer.from(new URLSearchParams({ ...CONTACT_FIELDS, [name]: value }).toString()))

const randomJson = fc.oneof(
  fc.json({ maxDepth: 8 }).map((text) => Buffer.from(text)),
  fc.dictionary(anyString, fc.jsonValue()).map(jsonOf),
)

const deepJson = fc
  .tuple(fc.constantFrom('[', '{"a":', '[{"fullname":'), fc.integer({ min: 1, max: 4_000 }))
  .map(([opening, depth]) => Buffer.from(opening.repeat(depth)))

const randomForm = fc
  .array(fc.tuple(anyString, anyString))
  .map((pairs) => Buffer.from(pairs.map(([name, value]) => `${name}=${value}`).join('&')))

/** A valid body with a name that would reach an object's prototype. */
const withReservedName = fc
  .tuple(fc.constantFrom('__proto__', 'constructor', 'prototype'), fc.jsonValue())
  .map(([name, value]) => Buffer.from(`{"${name}":${JSON.stringify(value)},${jsonOf(APPOINTMENT_PAYLOAD).subarray(1)}`))

const validJson = jsonOf(APPOINTMENT_PAYLOAD)
const validForm = Buffer.from(new URLSearchParams(CONTACT_FIELDS).toString())

const cutShort = fc.integer({ min: 0, max: validJson.length - 1 }).map((end) => validJson.subarray(0, end))

function withStrayByte(valid: Buffer) {
  return fc
    .tuple(fc.integer({ min: 0, max: valid.length }), fc.integer({ min: 0x80, max: 0xff }))
    .map(([at, byte]) => Buffer.concat([valid.subarray(0, at), Buffer.of(byte), valid.subarray(at)]))
}

const wrongType = fc.constantFrom('text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'x', ' ', '%00')

/** Bodies of all these kinds, to both forms; none of them may be stored. */
export const malformedCalls: fc.Arbitrary<MalformedCall> = fc.oneof(
  fc
    .oneof(anyBytes, randomJson, spoiledAppointment, deepJson, withReservedName, cutShort)
    .map((body) => ({ ...JSON_CALL, body })),
  withStrayByte(validJson).map((body) => ({ ...JSON_CALL, body })),
  fc.oneof(anyBytes, randomForm, spoiledContact, withStrayByte(validForm)).map((body) => ({ ...FORM_CALL, body })),
  fc.constantFrom(validJson).map((body) => ({ ...FORM_CALL, body })),
  fc.constantFrom(validForm).map((body) => ({ ...JSON_CALL, body })),
  wrongType.map((contentType) => ({ ...JSON_CALL, contentType, body: validJson })),
)

function jsonOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
