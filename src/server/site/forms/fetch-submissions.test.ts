import { expect, test } from 'vitest'
import { APPOINTMENT_PAYLOAD, CONTACT_FIELDS } from '../../../../tests/support/samples.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'

const MARKER = { 'x-requested-with': 'XMLHttpRequest' }
const FORM = { ...MARKER, 'content-type': 'application/x-www-form-urlencoded' }

function appointmentCall(payload: object, headers: Record<string, string> = {}) {
  return { method: 'POST', url: '/api/appointment', headers: { ...MARKER, ...headers }, payload } as const
}

function contactCall(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const payload = new URLSearchParams(fields).toString()
  return { method: 'POST', url: '/api/contact-us', headers: { ...FORM, ...headers }, payload } as const
}

test('An appointment call is stored, and answered with its reference', async () => {
  const { app, stored } = await startPublicListener()
  const response = await app.inject(appointmentCall(APPOINTMENT_PAYLOAD))
  const [request] = await stored()

  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({ reference: request?.reference })
  expect(response.headers['cache-control']).toBe('no-store')
  expect(request).toMatchObject({
    form: 'appointment',
    name: 'Asha Invented',
    service: 'Rhinoplasty',
    message: null,
    time_slot: '10:00am-12:00pm',
    received_at: '2026-11-20T09:30:00.000Z',
    status: 'new',
    suspected: false,
    campaign: null,
    notice_version: '2026-11-01',
  })
})

test('A contact call is stored, its line breaks as LF', async () => {
  const { app, stored } = await startPublicListener()
  const response = await app.inject(contactCall({ ...CONTACT_FIELDS, message: 'One\r\ntwo' }))

  expect(response.statusCode).toBe(201)
  expect(await stored()).toMatchObject([
    { form: 'contact', name: 'Ravi Invented', service: null, message: 'One\ntwo', time_slot: '06:00pm-08:00pm' },
  ])
})

test('A field that the form does not have is ignored and never stored', async () => {
  const { app, database, stored } = await startPublicListener()
  await app.inject(
    appointmentCall({ ...APPOINTMENT_PAYLOAD, status: 'done', reference: 'AAAA-AAAA', note: 'marker-x' }),
  )
  const rows = await database.selectFrom('callback_requests').selectAll().execute()

  expect(await stored()).toMatchObject([{ status: 'new' }])
  expect(rows[0]?.reference).not.toBe('AAAA-AAAA')
  expect(JSON.stringify(rows)).not.toContain('marker-x')
})

test('The campaign is read from the address of the calling page', async () => {
  const { app, stored } = await startPublicListener()
  const referer = 'http://localhost/?utm_source=letter&utm_campaign=autumn&name=marker-x'
  await app.inject(appointmentCall(APPOINTMENT_PAYLOAD, { referer }))

  expect(await stored()).toMatchObject([
    { campaign: { source: 'letter', medium: null, campaign: 'autumn', term: null, content: null } },
  ])
})

test('A call is stored with the language of the page that it came from', async () => {
  const { app, database } = await startPublicListener()
  const pages = [
    ['http://localhost/hi/?utm_source=letter', 'hi'],
    ['http://localhost/hi/', 'hi'],
    ['http://localhost/hindi', 'en'],
    ['http://localhost/', 'en'],
    [undefined, 'en'],
  ] as const
  for (const [referer, language] of pages) {
    const answer = await app.inject(appointmentCall(APPOINTMENT_PAYLOAD, referer ? { referer } : {}))
    const requests = database.selectFrom('callback_requests').where('reference', '=', answer.json().reference)
    expect(await requests.select('language').execute(), referer).toEqual([{ language }])
  }
})

test('The same key and body are stored once and get the same answer; the same key with another body is refused', async () => {
  const { app, stored } = await startPublicListener()
  const key = { 'idempotency-key': 'key-1' }
  const [first, copy] = await Promise.all([
    app.inject(appointmentCall(APPOINTMENT_PAYLOAD, key)),
    app.inject(appointmentCall(APPOINTMENT_PAYLOAD, key)),
  ])
  const other = await app.inject(appointmentCall({ ...APPOINTMENT_PAYLOAD, phone: '9876543211' }, key))
  const otherForm = await app.inject(contactCall(CONTACT_FIELDS, key))

  expect(first.statusCode).toBe(201)
  expect(copy.statusCode).toBe(201)
  expect(copy.json()).toEqual(first.json())
  expect(other.statusCode).toBe(422)
  expect(Object.keys(other.json().errors)).toEqual(['Idempotency-Key'])
  expect(otherForm.statusCode).toBe(201)
  expect(await stored()).toHaveLength(2)
})

test('A key may be empty or absent, and has at most 255 characters', async () => {
  const { app, stored } = await startPublicListener()
  const statusWith = async (key: string) =>
    (await app.inject(appointmentCall(APPOINTMENT_PAYLOAD, { 'idempotency-key': key }))).statusCode

  expect(await statusWith('')).toBe(201)
  expect(await statusWith('')).toBe(201)
  expect(await statusWith('k'.repeat(255))).toBe(201)
  expect(await stored()).toHaveLength(3)

  const broken = { ...APPOINTMENT_PAYLOAD, fullname: '' }
  const response = await app.inject(appointmentCall(broken, { 'idempotency-key': 'k'.repeat(256) }))
  expect(response.statusCode).toBe(422)
  expect(Object.keys(response.json().errors).sort()).toEqual(['Idempotency-Key', 'fullname'])
})
