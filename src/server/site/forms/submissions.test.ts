import { expect, test } from 'vitest'
import {
  appointmentCall,
  BROWSER,
  contactCall,
  type FormCall,
  htmlFormPost,
} from '../../../../tests/support/form-calls.ts'
import { APPOINTMENT, DETAILS } from '../../../../tests/support/samples.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import { HONEYPOT_FIELD } from '../../../callback-request/spam-signals.ts'
import { DuplicateMessages } from './duplicate-messages.ts'
import { htmlFormKey } from './html-form-posts.ts'

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

const ALL = { source: 'letter', medium: 'post', campaign: 'autumn 2026', term: 'nose', content: 'b' }
const QUERY = 'utm_source=letter&utm_medium=post&utm_campaign=autumn+2026&utm_term=nose&utm_content=b&name=marker-x'
const LONG = `${'𝒜'.repeat(60)}\u0000\u0007\n${'b'.repeat(60)}`
const CUT = { source: '𝒜'.repeat(60) + 'b'.repeat(40), medium: null, campaign: null, term: null, content: null }

test('A call is stored with the language and the campaign of the page that it came from, and nothing else of it', async () => {
  const { app, database } = await startPublicListener()
  for (const [referer, language, campaign] of [
    [`http://localhost/hi/?${QUERY}`, 'hi', ALL],
    [`http://localhost/?utm_source=${encodeURIComponent(LONG)}`, 'en', CUT],
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

const at = (time: string) => new Date(`2026-11-20T${time}Z`)

test('An HTML form post leads to /thank-you once it is stored, when Sec-Fetch-Site or Origin says that it comes from our page', async () => {
  const { app, stored } = await startPublicListener()
  const { 'sec-fetch-site': _, ...bare } = BROWSER
  const ofOrigin = { ...bare, origin: 'http://localhost', host: 'localhost' }
  for (const post of [htmlFormPost('appointment'), htmlFormPost('contact', {}, ofOrigin)]) {
    const answer = await app.inject(post)
    expect(answer.statusCode).toBe(303)
    expect(answer.headers).toMatchObject({ location: '/thank-you', 'cache-control': 'no-store' })
  }
  const time_slot = '10:00am-12:00pm'
  const [appointment, contact] = (await stored()).toSorted((a, b) => a.form.localeCompare(b.form))
  expect(appointment).toMatchObject({ form: 'appointment', name: 'Asha Invented', time_slot })
  expect(contact).toMatchObject({ form: 'contact', name: 'Ravi Invented', time_slot })
})

test('An HTML form post stores the digits of a number as browsers fill it in; a fetch submission is judged as sent', async () => {
  const { app, stored } = await startPublicListener()
  const numbers = ['+91 98765 43210', '09876543210', '919876543210', '98765.43210', 'tel:+91-98765-43210']
  for (const phone of numbers) {
    for (const form of ['appointment', 'contact'] as const)
      expect((await app.inject(htmlFormPost(form, { phone, email: `${form}@b.example` }))).headers.location).toBe(
        '/thank-you',
      )
    expect((await app.inject(appointmentCall({ phone }))).statusCode, phone).toBe(422)
  }
  for (const phone of ['+91 98765 43210', 'tel:+91-98765-43210'])
    expect((await app.inject(contactCall({ phone }))).statusCode, phone).toBe(422)
  expect(new Set((await stored()).map(({ phone }) => phone))).toEqual(new Set(['9876543210']))
  await app.inject(contactCall({ phone: '919876543210' }))
  expect((await stored()).map(({ phone }) => phone)).toContain('919876543210')
  for (const phone of ['+44 98765 43210', '98765 4321', '98765\u000043210', ''])
    expect((await app.inject(htmlFormPost('appointment', { phone }))).statusCode, phone).toBe(422)
})

test('A post that names a language of the site is answered in it; any other leads to no other address', async () => {
  const { app, database } = await startPublicListener()
  const homes = { hi: '/hi/', '': '/', fr: '/', '//evil.example/': '/', 'hi&language=en': '/' }
  for (const [query, home] of Object.entries(homes)) {
    const post = htmlFormPost('contact', { name: `Asha ${query}` })
    const answer = await app.inject({ ...post, url: `${post.url}?language=${query}` })
    expect(answer.headers.location, query).toBe(`${home}thank-you`)
  }
  const languages = await database.selectFrom('callback_requests').select('language').execute()
  expect(languages.map(({ language }) => language).sort()).toEqual(['en', 'en', 'en', 'en', 'hi'])
})

test('A form posted twice at once is stored once; posted in the next ten minutes of the clock, it is stored again', async () => {
  let now = at('09:20:00')
  const { app, stored } = await startPublicListener({ now: () => now })
  const post = async () => (await app.inject(htmlFormPost('appointment'))).headers.location
  expect(await Promise.all([post(), post()])).toEqual(['/thank-you', '/thank-you'])
  for (const [time, count] of Object.entries({ '09:29:59.999': 1, '09:30:00': 2 })) {
    now = at(time)
    await post()
    expect(await stored()).toHaveLength(count)
  }
  const others = [{ phone: '9876543211' }, { timeSlot: 'Anytime' }, { form: 'contact', service: null, message: '' }]
  const keys = [{}, ...others].map((changes) => htmlFormKey({ ...DETAILS, ...changes } as typeof DETAILS, now))
  expect(new Set(keys).size).toBe(4)
  expect(keys.join('')).not.toMatch(/Asha|98765|visitor/)
})

/** Sends calls, and says why each of them is suspected. */
async function marksOf(...calls: FormCall[]) {
  const { app, stored } = await startPublicListener()
  for (const call of calls) expect((await app.inject(call)).statusCode).toBeLessThan(400)
  const requests = await stored()
  expect(JSON.stringify(requests)).not.toContain('cheap')
  for (const { suspected, suspicion } of requests) expect(suspected).toBe(suspicion !== null)
  return requests.map(({ suspicion }) => suspicion)
}

test('A filled honeypot, a message of links or a number too long is why a request is suspected; a fetch submission has no honeypot', async () => {
  const filled = { [HONEYPOT_FIELD]: 'cheap' }
  const links = { message: 'https://a.example https://b.example https://c.example' }
  const marks = await marksOf(
    htmlFormPost('contact', filled),
    htmlFormPost('contact', links),
    contactCall({ ...links, phone: '9876543211' }),
    contactCall({ phone: '9'.repeat(21) }),
  )
  expect(marks.sort()).toEqual(['honeypot', 'links', 'links', 'long_number'])
  const empty = htmlFormPost('contact', { [HONEYPOT_FIELD]: '' })
  expect(await marksOf(empty, contactCall(filled), appointmentCall(filled))).toEqual([null, null, null])
})

test('The same text from many addresses is marked from the fifth address on; one address may send it any number of times', async () => {
  const message = 'Earn money from home: write to our manager today.'
  const from = (host: number) => ({ ...contactCall({ message }), remoteAddress: `203.0.113.${host}` })
  const marks = await marksOf(...Array.from({ length: 10 }, () => from(1)), ...[2, 3, 4, 5, 6].map(from))
  expect(marks.filter((mark) => mark === 'same_text')).toHaveLength(2)
})

test('The latest thousand texts are remembered, each for a day after it was first sent', () => {
  const NOW = new Date('2026-11-20T09:30:00.000Z')
  const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
  const texts = new DuplicateMessages()
  for (let number = 0; number < 1_001; number++) texts.addressesOf(`text ${number}`, '203.0.113.1', NOW)
  expect(texts.addressesOf('text 1', '203.0.113.2', hoursLater(23))).toBe(2)
  expect(texts.addressesOf('text 1', '203.0.113.3', hoursLater(24))).toBe(1)
  expect(texts.addressesOf('text 0', '203.0.113.2', NOW)).toBe(1)
  for (let host = 0; host < 200; host++) texts.addressesOf('text 1000', `198.51.100.${host}`, NOW)
  expect(texts.addressesOf('text 1000', '203.0.113.99', NOW)).toBe(20)
})

test('A browser that asks again for the address of a refused form, as a page, is led to the form; every other GET is 405', async () => {
  const { app } = await startPublicListener()
  for (const [url, location] of [
    ['/api/appointment', '/#appointment'],
    ['/api/contact-us', '/#contact'],
    ['/api/contact-us?language=hi', '/hi/#contact'],
  ] as const) {
    const page = await app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect([page.statusCode, page.headers.location], url).toEqual([303, location])
    for (const headers of [{}, { accept: '*/*' }, { accept: 'text/html', 'x-requested-with': 'XMLHttpRequest' }]) {
      const { statusCode, headers: answered } = await app.inject({ url, headers })
      expect([statusCode, answered.allow], JSON.stringify(headers)).toEqual([405, 'POST'])
    }
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(405)
  }
})
