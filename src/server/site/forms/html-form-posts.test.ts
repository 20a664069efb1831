import { describe, expect, test } from 'vitest'
import { english } from '../../../../tests/support/content.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import { renderFormPage } from '../../../site/render.tsx'
import type { PublicListenerOptions } from '../public-listener.ts'

/** Part of every typed text, so that a page that shows one is found. */
const TYPED = 'Canary'
const LIMITED = '203.0.113.7'
const BARE = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'content-type': 'application/x-www-form-urlencoded',
}
const BROWSER = { ...BARE, 'sec-fetch-site': 'same-origin' }

const PERSON = { phone: '9876543210', email: `${TYPED}@visitor.example`, time_slot: '10:00am-12:00pm' }
const FORMS = [
  {
    form: 'appointment',
    url: '/api/appointment',
    nameField: 'fullname',
    fields: { ...PERSON, fullname: TYPED, selected: 'Rhinoplasty' },
    broken: { email: `${TYPED}@example` },
    message: 'Value is not a valid email address',
  },
  {
    form: 'contact',
    url: '/api/contact-us',
    nameField: 'name',
    fields: { ...PERSON, name: TYPED, message: TYPED },
    broken: { time_slot: '' },
    message: 'Value is required',
  },
]

interface Call {
  headers: Record<string, string>
  payload: string
  remoteAddress: string
}

interface Refusal {
  status: number
  heading: RegExp
  /** The change to a valid call that causes it. */
  spoil: (call: Call) => Partial<Call>
}

/** The statuses of refusals that keep what was typed. */
const KEEPING = [429, 400]

const withHeaders = (changes: Record<string, string>) => (call: Call) => ({ headers: { ...call.headers, ...changes } })

/** The refusals of what is sent, in the contract's order. */
const REFUSALS: Refusal[] = [
  { status: 403, heading: /from our website/, spoil: withHeaders({ 'sec-fetch-site': 'cross-site' }) },
  { status: 429, heading: /a little later/, spoil: () => ({ remoteAddress: LIMITED }) },
  { status: 415, heading: /could not read/, spoil: withHeaders({ 'content-type': 'not a type' }) },
  { status: 413, heading: /too long/, spoil: ({ payload }) => ({ payload: payload + 'x'.repeat(65_536) }) },
  { status: 400, heading: /could not read/, spoil: ({ payload }) => ({ payload: `${payload}&broken=%` }) },
]

describe.each(FORMS)('An HTML form post of the $form form', ({ form, url, nameField, fields, broken, message }) => {
  const valid = (changes: Record<string, string> = {}): Call => ({
    headers: BROWSER,
    payload: new URLSearchParams({ ...fields, ...changes }).toString(),
    remoteAddress: '203.0.113.8',
  })
  const typedName = new RegExp(`<input[^>]*name="${nameField}"[^>]*value="${TYPED}"`)

  /** Opens a server with the site's own pages, over whose limit one address is. */
  async function open(overrides: Partial<PublicListenerOptions> = {}) {
    const opened = await startPublicListener({
      renderFormPage: (refused) => renderFormPage(refused, english, { css: '', script: '', hydration: '' }),
      rateLimit: { maxPosts: 20, windowSeconds: 600, limitsLoopback: true },
      ...overrides,
    })
    const post = (call: Call) => opened.app.inject({ method: 'POST', url, ...call })
    for (let sent = 0; sent < 20; sent++) await post({ ...valid(), payload: '', remoteAddress: LIMITED })
    const refused = async (call: Call) => {
      const { statusCode, headers, body } = await post(call)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      expect(body).toContain('<meta name="robots" content="noindex"/>')
      expect(headers['content-security-policy']).toContain("style-src 'self' 'sha256-abc='")
      expect(body).toMatch(/^<!doctype html><html lang="en-GB"/)
      expect(body).toContain(`href="tel:${english.department.telephone.dialled}"`)
      const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1]
      return { status: statusCode, heading, retryAfter: Number(headers['retry-after']), html: body }
    }
    return { ...opened, post, refused }
  }

  test('leads to /thank-you once it is stored, when Sec-Fetch-Site or Origin says that it comes from our page', async () => {
    const { post, stored } = await open()
    const ofOrigin = { ...BARE, origin: 'http://localhost', host: 'localhost' }
    for (const [index, headers] of [BROWSER, ofOrigin].entries()) {
      const answer = await post({ ...valid({ phone: `987654321${index}` }), headers })
      expect(answer.statusCode).toBe(303)
      expect(answer.headers).toMatchObject({ location: '/thank-you', 'cache-control': 'no-store' })
    }
    const one = { form, email: fields.email, time_slot: fields.time_slot }
    expect(await stored()).toMatchObject([one, one])
  })

  test('is answered with a page of its status, which keeps what could be read', async () => {
    const { refused, stored } = await open()
    for (const refusal of REFUSALS) {
      const { status, heading, retryAfter, html } = await refused({ ...valid(), ...refusal.spoil(valid()) })
      expect(status).toBe(refusal.status)
      if (status === 429) {
        expect(retryAfter).toBeGreaterThan(590)
        expect(html).toContain('send it again in 10 minutes')
      }
      expect(heading).toMatch(refusal.heading)
      const main = /<main.*<\/main>/s.exec(html)?.[0]
      expect(main).toContain('We have not received your request')
      expect(main).toContain(
        `<a href="tel:${english.department.telephone.dialled}">${english.department.telephone.shown}</a>`,
      )
      if (KEEPING.includes(status)) {
        expect(html).toMatch(typedName)
        expect(html).toContain(`value="${fields.email}"`)
      } else {
        expect(html).toContain(`<a href="/#${form}">Open the form again</a>`)
        expect(html).not.toContain(TYPED)
      }
    }
    expect(await stored()).toEqual([])
  })

  test('is refused when nothing shows that it comes from our page, or when it is a call of a program', async () => {
    const { refused } = await open()
    const calls: [status: number, headers: Record<string, string>][] = [
      [403, BARE],
      [403, { ...BARE, origin: 'null' }],
      [403, { ...BARE, 'sec-fetch-site': 'none' }],
      [415, { ...BROWSER, 'content-type': 'application/json' }],
    ]
    for (const [expected, headers] of calls) {
      const { status, html } = await refused({ ...valid(), headers })
      expect(status, JSON.stringify(headers)).toBe(expected)
      expect(html).not.toContain(TYPED)
    }
  })

  test('gets its form again with what was typed and the messages when a rule is broken', async () => {
    const { refused, stored } = await open()
    const { status, heading, html } = await refused(valid(broken))
    expect(status).toBe(422)
    expect(heading).toMatch(/callback/i)
    expect(html).toContain('Please fill the form correctly.')
    expect(html).toContain(message)
    expect(html).toMatch(typedName)
    expect(html).toContain(`value="${{ ...fields, ...broken }.email}"`)
    expect(await stored()).toEqual([])
  })

  test('that names another language is answered in it, also where it is not read', async () => {
    const languages: string[] = []
    const { app, database } = await startPublicListener({
      renderFormPage: ({ language }) => {
        languages.push(language)
        return ''
      },
    })
    const post = (language: string, call: Call) =>
      app.inject({ method: 'POST', url: `${url}?language=${language}`, ...call })
    const { headers } = await post('hi', valid())
    expect(headers.location).toBe('/hi/thank-you')
    expect(await database.selectFrom('callback_requests').select('language').execute()).toEqual([{ language: 'hi' }])

    await post('hi', valid(broken))
    for (const { spoil } of REFUSALS) await post('hi', { ...valid(), ...spoil(valid()) })
    expect(languages).toEqual(Array.from(languages, () => 'hi'))
    for (const unknown of ['', 'fr', '//evil.example/', 'hi&language=en']) {
      const answer = await post(unknown, valid({ email: 'x' }))
      expect(answer.statusCode).toBe(422)
      expect(languages.at(-1)).toBe('en')
    }
    expect((await post('//evil.example/', valid())).headers.location).toBe('/thank-you')
  })

  test('keeps the campaign of the page that it came from, even after a refusal', async () => {
    const { post, refused, stored } = await open()
    const from = (referer: string) => ({ headers: { ...BROWSER, referer } })
    const { html } = await refused({ ...valid(broken), ...from('http://localhost/?utm_source=letter') })
    expect(html).toMatch(/<input[^>]*type="hidden"[^>]*name="utm_source"[^>]*value="letter"/)

    await post({ ...valid({ utm_source: 'letter' }), ...from(`http://localhost${url}`) })
    const campaign = { source: 'letter', medium: null, campaign: null, term: null, content: null }
    expect(await stored()).toMatchObject([{ campaign }])
  })

  test('gets its form again with what was typed, and no messages, when the store is unavailable', async () => {
    const { refused, stored, refuseWrites, logLines } = await open()
    await refuseWrites()
    const { status, retryAfter, heading, html } = await refused(valid())
    expect([status, retryAfter]).toEqual([503, 10])
    expect(heading).toBe('We could not accept your request just now')
    expect(html).toContain('We have not stored your request.')
    expect(html).not.toContain('Please fill the form correctly.')
    expect(html).not.toContain('Open the form again')
    expect(html).toMatch(new RegExp(`<form[^>]* action="${url}" method="post"`))
    expect(html).toMatch(typedName)
    expect(await stored()).toEqual([])
    expect(logLines.join('')).toContain('the store is unavailable')
  })

  test('gets its form again with what was typed after a fault, which is not described', async () => {
    const { refused, logLines } = await open({
      now: () => {
        throw new TypeError('marker-x')
      },
    })
    const { status, heading, html } = await refused(valid())
    expect(status).toBe(500)
    expect(heading).toBe('Something went wrong on our side')
    expect(html).toMatch(typedName)
    expect(html).not.toMatch(/marker-x|TypeError|node:|\.ts/)
    expect(logLines.join('')).toContain('unexpected fault')
  })
})
