import { expect, test } from 'vitest'
import { appointmentCall } from '../../../../tests/support/form-calls.ts'
import { APPOINTMENT } from '../../../../tests/support/samples.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'

test('An appointment call is stored without fields that the form does not have, and answered with its reference', async () => {
  const { app, database, stored } = await startPublicListener()
  const unknown = { status: 'done', reference: 'AAAA-AAAA', note: 'marker-x' }
  const response = await app.inject(appointmentCall(unknown))
  const [request] = await stored()
  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({ reference: request?.reference })
  expect(response.headers['cache-control']).toBe('no-store')
  expect(request).toEqual({ ...APPOINTMENT, reference: expect.not.stringMatching('AAAA-AAAA'), language: 'en' })
  const rows = await database.selectFrom('callback_requests').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('marker-x')
})

const NONE = { source: null, medium: null, campaign: null, term: null, content: null }
const ALL = 'utm_source=letter&utm_medium=post&utm_campaign=autumn+2026&utm_term=nose&utm_content=b&name=marker-x'
const LONG = `${'𝒜'.repeat(60)}\u0000\u0007\n${'b'.repeat(60)}`

test('A call is stored with the language and the campaign of the page that it came from, and nothing else of it', async () => {
  const { app, database } = await startPublicListener()
  for (const [referer, language, campaign] of [
    [
      `http://localhost/hi/?${ALL}`,
      'hi',
      { source: 'letter', medium: 'post', campaign: 'autumn 2026', term: 'nose', content: 'b' },
    ],
    [
      `http://localhost/?utm_source=${encodeURIComponent(LONG)}`,
      'en',
      { ...NONE, source: '𝒜'.repeat(60) + 'b'.repeat(40) },
    ],
    ['http://localhost/hi/', 'hi', null],
    ['http://localhost/hindi?utm_source=&utm_medium=%20%00&source=letter', 'en', null],
    ['not an address', 'en', null],
    ['', 'en', null],
  ] as const) {
    const { reference } = (await app.inject(appointmentCall({}, referer ? { referer } : {}))).json()
    const requests = database.selectFrom('callback_requests').where('reference', '=', reference)
    const stored = await requests.select(['language', 'campaign']).executeTakeFirstOrThrow()
    expect({ ...stored, campaign: JSON.parse(stored.campaign ?? 'null') }, referer).toEqual({ language, campaign })
  }
})

test('The same key and body are stored once and get the same answer; the same key with another body, and a long one, are refused', async () => {
  const { app, stored } = await startPublicListener()
  const key = { 'idempotency-key': 'key-1' }
  const copies = [await app.inject(appointmentCall({}, key)), await app.inject(appointmentCall({}, key))]
  expect(copies.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(copies[1]?.json()).toEqual(copies[0]?.json())
  const other = await app.inject(appointmentCall({ phone: '9876543211' }, key))
  expect(other.statusCode).toBe(422)
  expect(Object.keys(other.json().errors)).toEqual(['Idempotency-Key'])
  // An empty key is none.
  for (const key of ['', '', 'k'.repeat(255)]) {
    expect((await app.inject(appointmentCall({}, { 'idempotency-key': key }))).statusCode).toBe(201)
  }
  expect(await stored()).toHaveLength(4)
  const tooLong = await app.inject(appointmentCall({ fullname: '' }, { 'idempotency-key': 'k'.repeat(256) }))
  expect(tooLong.statusCode).toBe(422)
  expect(Object.keys(tooLong.json().errors).sort()).toEqual(['Idempotency-Key', 'fullname'])
})
