import { describe, expect, test } from 'vitest'
import { APPOINTMENT_PAYLOAD, CONTACT_FIELDS } from '../../../tests/support/samples.ts'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'
import { department } from '../../site/content.ts'
import { renderFormPage } from '../../site/render.tsx'

/** Part of every typed value, so that a page that shows one is found. */
const TYPED = 'Canary'
const LIMITED = '203.0.113.7'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-site': 'same-origin' }
const SCRIPT = { accept: '*/*', 'x-requested-with': 'XMLHttpRequest' }

interface Call {
  headers: Record<string, string>
  payload: string
  remoteAddress: string
}

const FORMS = [
  {
    form: 'appointment',
    url: '/api/appointment',
    anchor: '/#appointment',
    nameField: 'fullname',
    fetchType: 'application/json',
    fetchBody: JSON.stringify(APPOINTMENT_PAYLOAD),
    formBody: {
      fullname: TYPED,
      phone: '9876543210',
      email: `${TYPED}@visitor.example`,
      time_slot: 'Anytime',
      selected: 'Rhinoplasty',
    } as Record<string, string>,
  },
  {
    form: 'contact',
    url: '/api/contact-us',
    anchor: '/#contact',
    nameField: 'name',
    fetchType: FORM_TYPE,
    fetchBody: new URLSearchParams(CONTACT_FIELDS).toString(),
    formBody: {
      name: TYPED,
      phone: '9876543210',
      email: `${TYPED}@visitor.example`,
      time_slot: 'Anytime',
      message: TYPED,
    } as Record<string, string>,
  },
]

interface Refusal {
  status: number
  heading: RegExp
  /** The change to a valid call that causes it. */
  spoil: (call: Call) => Partial<Call>
}

/** The refusals before the body is read, in the contract's order. */
const UNREAD: Refusal[] = [
  {
    status: 403,
    heading: /from our website/,
    spoil: ({ headers }) => ({ headers: { ...headers, 'sec-fetch-site': 'cross-site' } }),
  },
  { status: 429, heading: /a little later/, spoil: () => ({ remoteAddress: LIMITED }) },
  {
    status: 415,
    heading: /could not read/,
    spoil: ({ headers }) => ({ headers: { ...headers, 'content-type': 'not a type' } }),
  },
  { status: 413, heading: /too long/, spoil: ({ payload }) => ({ payload: payload + 'x'.repeat(65_536) }) },
  { status: 400, heading: /could not read/, spoil: () => ({ payload: `${TYPED}=%` }) },
]

type App = Awaited<ReturnType<typeof startPublicListener>>['app']

describe.each(FORMS)('A refused HTML form post of the $form form', ({ url, anchor, nameField, ...form }) => {
  const htmlFormPost = (fields = form.formBody): Call => ({
    headers: { ...BROWSER, 'content-type': FORM_TYPE },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: '203.0.113.8',
  })
  const fetchSubmission = (): Call => ({
    headers: { ...SCRIPT, 'content-type': form.fetchType },
    payload: form.fetchBody,
    remoteAddress: '203.0.113.8',
  })
  const post = (app: App, call: Call) => app.inject({ method: 'POST', url, ...call })
  const page = async (app: App, call: Call) => {
    const answer = await post(app, call)
    const { headers } = answer
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain("style-src 'self' 'sha256-abc='")
    expect(answer.body).toMatch(/^<!doctype html><html lang="en-GB"/)
    expect(answer.body).toContain(`href="tel:${department.telephone.dialled}"`)
    const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(answer.body)?.[1]
    const main = /<main.*<\/main>/s.exec(answer.body)?.[0]
    return { answer, status: answer.statusCode, heading, main, html: answer.body }
  }

  async function openLimited() {
    const opened = await startPublicListener({
      renderFormPage: (refused) => renderFormPage(refused, { css: '', script: '', hydration: '' }),
      rateLimit: { maxPosts: 20, windowSeconds: 600, limitsLoopback: true },
    })
    for (let sent = 0; sent < 20; sent++) {
      await post(opened.app, { ...fetchSubmission(), payload: '', remoteAddress: LIMITED })
    }
    return opened
  }

  test.each(UNREAD)(
    'is a page with status $status, while a fetch submission gets a problem document',
    async (refusal) => {
      const { app, stored } = await openLimited()
      const valid = htmlFormPost()
      const { status, heading, main, html } = await page(app, { ...valid, ...refusal.spoil(valid) })
      expect(status).toBe(refusal.status)
      expect(heading).toMatch(refusal.heading)
      expect(main).toContain('We have not received your request')
      expect(main).toContain(`<a href="tel:${department.telephone.dialled}">${department.telephone.shown}</a>`)
      expect(html).toContain(`<a href="${anchor}">Open the form again</a>`)
      expect(html).not.toContain(TYPED)

      const byScript = fetchSubmission()
      const problem = await post(app, { ...byScript, ...refusal.spoil(byScript) })
      expect(problem.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(problem.json()).toEqual({ type: 'about:blank', title: expect.any(String), status: refusal.status })
      expect(await stored()).toEqual([])
    },
  )

  test('gets the earlier refusal when two apply', async () => {
    const { app } = await openLimited()
    for (const [index, { status, spoil }] of UNREAD.entries()) {
      for (const later of UNREAD.slice(index)) {
        // The later change first: a body is replaced before it is padded.
        const spoilt = { ...htmlFormPost(), ...later.spoil(htmlFormPost()) }
        const answer = await page(app, { ...spoilt, ...spoil(spoilt) })
        expect(answer.status, `${status} with ${later.status}`).toBe(status)
      }
    }
  })

  test('says after how many minutes it may be sent again', async () => {
    const { app } = await openLimited()
    const { answer, html } = await page(app, { ...htmlFormPost(), remoteAddress: LIMITED })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(590)
    expect(html).toContain('send it again in 10 minutes')
  })

  test.each([
    ['neither fetch site nor origin', {}],
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['an opaque origin', { origin: 'null' }],
  ])('is a page when it has %s', async (_, origin) => {
    const { app } = await openLimited()
    const headers = { accept: BROWSER.accept, 'content-type': FORM_TYPE, ...origin }
    const { status, heading, html } = await page(app, { ...htmlFormPost(), headers })
    expect(status).toBe(403)
    expect(heading).toMatch(/from our website/)
    expect(html).not.toContain(TYPED)
  })

  test('is a problem document for a caller that does not ask for HTML', async () => {
    const { app } = await openLimited()
    const headers = { ...htmlFormPost().headers, accept: '*/*' }
    const answer = await post(app, { ...htmlFormPost(), headers })
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.json()).toMatchObject({ status: 403 })
  })

  test('is a page for an app that sends its own name in the marker header', async () => {
    const { app } = await openLimited()
    const headers = { ...htmlFormPost().headers, 'x-requested-with': 'com.example.browser' }
    expect(await page(app, { ...htmlFormPost(), headers, payload: '%' })).toMatchObject({ status: 400 })
  })

  test('has the form with what was typed and the messages when a rule is broken', async () => {
    const { app } = await openLimited()
    const { status, heading, html } = await page(app, htmlFormPost({ ...form.formBody, phone: '1' }))
    expect(status).toBe(422)
    expect(heading).toMatch(/callback/i)
    expect(html).toContain('Please fill the form correctly.')
    expect(html).toMatch(new RegExp(`<input[^>]*name="${nameField}"[^>]*value="${TYPED}"`))
  })

  test('has the form with what was typed, and no messages, when the store is unavailable', async () => {
    const { app, stored, refuseWrites, logLines } = await openLimited()
    await refuseWrites()
    const { answer, status, heading, html } = await page(app, htmlFormPost())

    expect(status).toBe(503)
    expect(answer.headers['retry-after']).toBe('10')
    expect(heading).toBe('We could not accept your request just now')
    expect(html).toContain('We have not stored your request.')
    expect(html).not.toContain('Please fill the form correctly.')
    expect(html).not.toContain('Open the form again')
    expect(html).toMatch(new RegExp(`<form[^>]* action="${url}" method="post"`))
    expect(html).toMatch(new RegExp(`<input[^>]*name="${nameField}"[^>]*value="${TYPED}"`))
    expect(await stored()).toEqual([])
    expect(logLines.join('')).toContain('the store is unavailable')
  })

  test('has the form with what was typed after a fault, and does not describe the fault', async () => {
    const { app, logLines } = await startPublicListener({
      renderFormPage: (refused) => renderFormPage(refused, { css: '', script: '', hydration: '' }),
      now: () => {
        throw new TypeError('marker-x')
      },
    })
    const { status, heading, html } = await page(app, htmlFormPost())
    expect(status).toBe(500)
    expect(heading).toBe('Something went wrong on our side')
    expect(html).toMatch(new RegExp(`<input[^>]*name="${nameField}"[^>]*value="${TYPED}"`))
    expect(html).not.toMatch(/marker-x|TypeError|node:|\.ts/)
    expect(logLines.join('')).toContain('unexpected fault')
    expect((await post(app, fetchSubmission())).json()).toMatchObject({ status: 500 })
  })
})
