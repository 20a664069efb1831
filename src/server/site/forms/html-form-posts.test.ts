import { describe, expect, test } from 'vitest'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import type { FormPage } from './form-page.ts'

const BROWSER = {
  'content-type': 'application/x-www-form-urlencoded',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-site': 'same-origin',
  origin: 'http://localhost',
  host: 'localhost',
}

const FORMS = [
  {
    form: 'appointment',
    url: '/api/appointment',
    fields: {
      fullname: 'Asha Invented',
      phone: '9876543210',
      email: 'asha@visitor.example',
      time_slot: '10:00am-12:00pm',
      selected: 'Rhinoplasty',
    } as Record<string, string>,
    broken: { email: 'asha@example' },
    errors: { email: 'Value is not a valid email address' },
  },
  {
    form: 'contact',
    url: '/api/contact-us',
    fields: {
      name: 'Ravi Invented',
      phone: '98765432100',
      email: 'ravi@visitor.example',
      time_slot: 'Anytime',
      message: 'Please call.',
    } as Record<string, string>,
    broken: { time_slot: '' },
    errors: { time_slot: 'Value is required' },
  },
]

function post(url: string, fields: Record<string, string>, headers: Record<string, string> = BROWSER) {
  return { method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() } as const
}

/** The renderer of the tests writes its input as JSON. */
function pageIn(html: string): FormPage {
  return JSON.parse(/<script type="application\/json">(.*)<\/script>/s.exec(html)?.[1] ?? 'null')
}

describe.each(FORMS)('An HTML form post of the $form form', ({ form, url, fields, broken, errors }) => {
  test('leads to /thank-you once it is stored', async () => {
    const { app, stored } = await startPublicListener()
    const response = await app.inject(post(url, fields))

    expect(response.statusCode).toBe(303)
    expect(response.headers.location).toBe('/thank-you')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(await stored()).toMatchObject([{ form, email: fields.email, time_slot: fields.time_slot }])
  })

  test('gets its form again with what was typed and the messages', async () => {
    const { app, stored } = await startPublicListener()
    const response = await app.inject(post(url, { ...fields, ...broken }))

    expect(response.statusCode).toBe(422)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(pageIn(response.body)).toEqual({
      form,
      status: 422,
      values: { ...fields, ...broken },
      errors,
      campaign: null,
      retryAfterSeconds: null,
    })
    expect(await stored()).toEqual([])
  })

  test('gets its form again when the store cannot accept it now', async () => {
    const { app, refuseWrites } = await startPublicListener()
    await refuseWrites()
    const response = await app.inject(post(url, fields))

    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toMatch(/^\d+$/)
    expect(pageIn(response.body)).toMatchObject({
      form,
      status: 503,
      values: fields,
      errors: {},
      retryAfterSeconds: 10,
    })
  })

  test('must come from our page, as the browser says, and must accept a page', async () => {
    const { app, stored } = await startPublicListener()
    const { origin, 'sec-fetch-site': site, ...bare } = BROWSER
    const refused: Record<string, string>[] = [
      bare,
      { ...BROWSER, origin: 'https://elsewhere.example' },
      { ...BROWSER, 'sec-fetch-site': 'cross-site' },
      { ...bare, 'sec-fetch-site': 'none' },
      { ...BROWSER, accept: '*/*' },
    ]
    for (const headers of refused) {
      expect((await app.inject(post(url, fields, headers))).statusCode, JSON.stringify(headers)).toBe(403)
    }
    expect(await stored()).toEqual([])

    for (const headers of [
      { ...bare, origin },
      { ...bare, 'sec-fetch-site': site },
    ]) {
      expect((await app.inject(post(url, fields, headers))).statusCode).toBe(303)
    }
  })

  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
    'is urlencoded, and refused as %j',
    async (contentType) => {
      const { app } = await startPublicListener()
      const response = await app.inject(post(url, fields, { ...BROWSER, 'content-type': contentType }))
      expect(response.statusCode).toBe(415)
    },
  )

  test('keeps the campaign of the page that it came from, even after a refusal', async () => {
    const { app, stored } = await startPublicListener()
    const campaign = { source: 'letter', medium: null, campaign: null, term: null, content: null }
    const referer = 'http://localhost/?utm_source=letter'
    const sentBack = await app.inject(post(url, { ...fields, ...broken }, { ...BROWSER, referer }))
    expect(pageIn(sentBack.body).campaign).toEqual(campaign)

    await app.inject(post(url, { ...fields, utm_source: 'letter' }, { ...BROWSER, referer: `http://localhost${url}` }))
    expect(await stored()).toMatchObject([{ campaign }])
  })

  test('is refused when its body is malformed or too large', async () => {
    const { app } = await startPublicListener()
    expect((await app.inject({ ...post(url, {}), payload: 'email=%' })).statusCode).toBe(400)
    expect((await app.inject({ ...post(url, {}), payload: 'x'.repeat(65_537) })).statusCode).toBe(413)
  })
})
