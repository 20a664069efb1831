import { describe, expect, test, vi } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { english } from '../../../../tests/support/content.ts'
import {
  appointmentCall,
  BROWSER,
  contactCall,
  type FormCall,
  htmlFormPost,
  withdrawCall,
} from '../../../../tests/support/form-calls.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import { renderFormPage } from '../../../site/render.tsx'

const LIMITED = '203.0.113.7'
const KIB = 1_024
const { telephone } = english.department

/** A way to send a form: a good call, and what spoils its body. Only an HTML form post, which names its form, gets a page. */
interface Way {
  way: string
  form?: 'appointment' | 'contact'
  call: (changes?: Record<string, string>) => FormCall
  nameField: string
  malformed: string
  space: string
}

const WAYS: Way[] = [
  { way: 'An appointment call', call: appointmentCall, nameField: 'fullname', malformed: '{"fullname":', space: ' ' },
  { way: 'A contact call', call: contactCall, nameField: 'name', malformed: 'name=%', space: '&' },
  {
    way: 'A withdrawal',
    call: (changes = {}) => withdrawCall({ form: 'contact', key: '0123456789abcdef', ...changes }),
    nameField: 'form',
    malformed: '{"form":',
    space: ' ',
  },
  ...(['appointment', 'contact'] as const).map((form) => ({
    way: `An HTML form post of the ${form} form`,
    form,
    call: (changes = {}) => htmlFormPost(form, changes),
    nameField: form === 'appointment' ? 'fullname' : 'name',
    malformed: 'broken=%',
    space: '&',
  })),
]

/** Each refusal of what is sent, in the contract's order: the change that causes it, and what a page says of it. */
const REFUSALS: [status: number, spoil: (call: FormCall, way: Way) => Partial<FormCall>, heading?: RegExp][] = [
  [405, () => ({ method: 'PUT' })],
  [403, ({ headers }) => ({ headers: { ...headers, origin: 'https://elsewhere.example' } }), /from our website/],
  [
    403,
    ({ headers: { 'x-requested-with': _, 'sec-fetch-site': __, ...headers } }) => ({ headers }),
    /from our website/,
  ],
  [429, () => ({ remoteAddress: LIMITED }), /a little later/],
  [415, ({ headers }) => ({ headers: { ...headers, 'content-type': 'not a type' } }), /could not read/],
  [413, ({ payload }, { space }) => ({ payload: payload + space.repeat(64 * KIB) }), /too long/],
  [400, ({ payload }, { form, malformed }) => ({ payload: form ? `${payload}&${malformed}` : malformed }), /not read/],
  [
    422,
    (_, { call, nameField }) => ({ payload: call({ [nameField]: 'Ash', email: 'a@canary' }).payload }),
    /callback/i,
  ],
]

/** The statuses of pages that keep what was typed. */
const KEEPING = [429, 400, 422, 503, 500]

/** The public listener with the site's own pages, over whose limit one address is. */
async function open({ call }: Way) {
  const clock = new Clock()
  const opened = await startPublicListener({
    renderFormPage: (refused) => renderFormPage(refused, english, { css: '', script: '', hydration: '' }),
    rateLimit: { maxPosts: 30, windowSeconds: 600, limitsLoopback: true },
    now: () => clock.now,
  })
  for (let post = 0; post < 30; post++) {
    await opened.app.inject({ ...call(), payload: '', remoteAddress: LIMITED })
  }
  const meetFault = () =>
    vi.spyOn(clock, 'now', 'get').mockImplementation(() => {
      throw new TypeError('marker-x of asha@visitor.example')
    })
  return { ...opened, meetFault }
}

type Response = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['app']['inject']>>

function expectProblem({ headers, json }: Response, status: number): void {
  expect(headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(headers.allow).toBe(status === 405 ? 'POST' : undefined)
  // Whoever still sends a body that is too large would get a reset instead of the answer.
  expect(headers.connection).not.toBe('close')
  expect(json()).toMatchObject({ type: 'about:blank', title: expect.any(String), status })
}

/** Expects a page of the site that says what to do, and keeps what could be read. */
function expectPage({ statusCode: status, headers, body }: Response, { form, nameField }: Way, heading = /./): void {
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("style-src 'self' 'sha256-abc='"),
  })
  expect(body).toMatch(/^<!doctype html><html lang="en-GB".*<meta name="robots" content="noindex"\/>/s)
  expect(/<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1]).toMatch(heading)
  const main = /<main.*<\/main>/s.exec(body)?.[0]
  expect(body).toContain(`href="tel:${telephone.dialled}"`)
  expect(main?.includes('Please fill the form correctly.')).toBe(status === 422)
  const { check } = english.texts.forms
  if (status === 422)
    expect(main).toMatch(new RegExp(`<p>${check}</p>.*This field should be at least 4 characters long`, 's'))
  else expect(main).toContain(`<a href="tel:${telephone.dialled}">${telephone.shown}</a>`)
  if (status === 429) expect(main).toContain('send it again in 10 minutes')
  if (KEEPING.includes(status)) {
    expect(main).toMatch(new RegExp(`<input[^>]*name="${nameField}"[^>]*value="[^"]+"`))
    expect(main).not.toContain('Open the form again')
  } else {
    expect(main).toContain(`<a href="/#${form}">Open the form again</a>`)
    expect(body).not.toMatch(/Invented|visitor\.example/)
  }
}

describe.each(WAYS)('$way', (way) => {
  test('is answered with the first refusal that applies, as a problem document or a page; the last are 503 and a fault', async () => {
    const { app, stored, refuseWrites, logLines, meetFault } = await open(way)
    await refuseWrites()
    for (const [index, [status, spoil, heading]] of REFUSALS.entries()) {
      for (const [laterStatus, spoilToo] of REFUSALS.slice(index)) {
        // The later change first: a body is replaced before it is padded.
        const later = { ...way.call(), ...spoilToo(way.call(), way) }
        const response = await app.inject({ ...later, ...spoil(later, way) })
        expect(response.statusCode, `${status} with ${laterStatus}`).toBe(status)
        if (way.form === undefined || status === 405) expectProblem(response, status)
        else if (laterStatus === status) expectPage(response, way, heading)
      }
    }
    const unavailable = await app.inject(way.call())
    expect(unavailable.statusCode).toBe(503)
    expect(unavailable.headers['retry-after']).toBe('10')
    if (way.form) expectPage(unavailable, way, /^We could not accept your request just now$/)
    else expectProblem(unavailable, 503)
    expect(await stored()).toEqual([])
    expect(logLines.join('')).toMatch(/SQLITE_READONLY.*the store is unavailable/)

    // A fault is logged with its name and place, and not described.
    meetFault()
    const faulty = await app.inject(way.call())
    expect(faulty.statusCode).toBe(500)
    if (way.form) expectPage(faulty, way, /^Something went wrong on our side$/)
    else expectProblem(faulty, 500)
    expect(faulty.body).not.toMatch(/marker-x|TypeError|node:|\.ts/)
    expect(logLines.join('')).toMatch(/"name":"TypeError".*(fetch-submissions|html-form-posts|withdrawals)\.ts/)
    expect(logLines.join('')).not.toContain('marker-x')
  })
})

test('Calls of other pages and bodies of other types are refused', async () => {
  const { app } = await startPublicListener({ publicUrl: new URL('https://clinic.example') })
  const [json, urlencoded] = ['application/json', 'application/x-www-form-urlencoded']
  const calls: [status: number, what: string, headers: Record<string, string>][] = [
    [403, 'no marker', { 'x-requested-with': '' }],
    [403, 'another marker', { 'x-requested-with': 'fetch' }],
    [403, 'another origin', { origin: 'https://elsewhere.example' }],
    [403, 'our host on another port', { origin: 'http://localhost:8080' }],
    [403, 'an opaque origin', { origin: 'null' }],
    [403, 'another origin as same-origin', { origin: 'http://elsewhere.example', 'sec-fetch-site': 'same-origin' }],
    [403, 'a cross-site call', { 'sec-fetch-site': 'cross-site' }],
    [403, 'a same-site call of another origin', { 'sec-fetch-site': 'same-site' }],
    [201, 'neither origin nor fetch site', {}],
    [201, 'our host as origin', { origin: 'http://localhost:80', host: 'localhost:80' }],
    [201, 'our host by https, behind a proxy', { origin: 'https://localhost', host: 'localhost' }],
    [201, 'the public address as origin', { origin: 'https://clinic.example', host: '10.0.0.5:3000' }],
    [201, 'a same-origin fetch', { 'sec-fetch-site': 'same-origin' }],
    [415, 'plain text', { 'content-type': 'text/plain' }],
    [415, 'a type that begins like ours', { 'content-type': `${json}p` }],
    [415, "the other form's type", { 'content-type': urlencoded }],
    [201, 'a type in upper case with its charset', { 'content-type': `${json.toUpperCase()} ; charset=UTF-8` }],
  ]
  for (const [status, what, headers] of calls) {
    expect((await app.inject(appointmentCall({}, headers))).statusCode, what).toBe(status)
  }
  expect((await app.inject(contactCall({}, { 'content-type': json }))).statusCode).toBe(415)
  const { 'sec-fetch-site': _, ...bare } = BROWSER
  expect((await app.inject(htmlFormPost('contact', {}, bare))).statusCode).toBe(403)
})

test('A refusal is a page where the browser posts a form itself, and otherwise a problem document', async () => {
  const { app } = await startPublicListener()
  const [page, problem] = ['text/html', 'application/problem+json']
  const script = { 'x-requested-with': 'XMLHttpRequest' }
  const posts: [type: string | undefined, headers: Record<string, string>][] = [
    [page, { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }],
    [page, { accept: 'text/html', 'x-requested-with': 'com.example.browser' }],
    [problem, { accept: 'text/html', ...script }],
    [problem, {}],
    [problem, { accept: '*/*' }],
    [problem, { accept: 'application/json, text/plain, */*' }],
    [problem, { accept: 'text/html;q=0, */*' }],
  ]
  for (const [type, headers] of posts) {
    for (const url of ['/api/appointment', '/api/contact-us']) {
      const response = await app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': 'text/plain' } })
      expect(response.statusCode).toBeOneOf([403, 415])
      expect(response.headers['content-type'], JSON.stringify(headers)).toBe(`${type}; charset=utf-8`)
    }
  }
})
