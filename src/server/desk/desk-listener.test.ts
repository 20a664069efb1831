import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../../tests/support/staff-accounts.ts'
import { type Call, startDeskListener } from '../../../tests/support/start-desk-listener.ts'

const ROOT = join(import.meta.dirname, '../../..')

const PAGES = [
  ...['/', '/find', '/requests/7K3M-9RXD', '/spam', '/deliveries', '/report', '/audit', '/staff', '/account'],
  ...['/sign-in', '/invitation'],
]

test('Every page is the same document without data; other paths are 404', async () => {
  const { browser } = await startDeskListener()
  const home = await browser().get('/')
  for (const page of PAGES) {
    const { statusCode, body, headers } = await browser().get(page)
    expect([statusCode, body, headers['cache-control']], page).toEqual([200, home.body, 'no-store'])
  }
  for (const page of ['/nope', '/requests', '/requests/', '/thank-you', '/assets/nope.js', '/index.html']) {
    expect((await browser().get(page)).statusCode, page).toBe(404)
  }
  for (const call of ['/api/nope', '/api/appointment', '/api/contact-us']) {
    const { statusCode, headers } = await browser().post(call)
    expect(statusCode, call).toBe(404)
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
  }
})

const VALID: Call = {
  method: 'POST',
  url: '/api/me/password',
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify({ current: 'wrong', new: PASSWORD }),
}
/** Each refusal, and the change to a valid call that causes it. */
const REFUSALS: [status: number, spoil: (call: Call) => Partial<Call>][] = [
  [404, () => ({ url: '/api/me/nope' })],
  [405, () => ({ method: 'PUT' })],
  [403, ({ headers }) => ({ headers: { ...headers, origin: 'https://elsewhere.example' } })],
  [403, ({ headers }) => ({ headers: { ...headers, 'x-requested-with': 'somebody' } })],
  [401, ({ headers }) => ({ headers: { ...headers, cookie: 'desk=none' } })],
  [413, ({ payload }) => ({ payload: `${payload}${' '.repeat(64 * 1_024)}` })],
  [415, ({ headers }) => ({ headers: { ...headers, 'content-type': 'not a type' } })],
  [400, () => ({ payload: '{' })],
  [422, () => ({ payload: '{}' })],
]
test('The first refusal in the order of checks is the answer', async () => {
  const { signedIn } = await startDeskListener()
  const person = await signedIn('coordinator')
  for (const [index, [status]] of REFUSALS.entries()) {
    // Everything is wrong that is checked after this one; a body is either too large or broken.
    let call = VALID
    for (const [later, spoil] of REFUSALS.slice(index).reverse()) {
      if (later !== 413 || status === 413) call = { ...call, ...spoil(call) }
    }
    const response = await person.call(call)
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
  }
})

test('The first script of the app has at most 200 KB, compressed', async () => {
  const desk = join(ROOT, 'dist/desk')
  const html = await readFile(join(desk, 'index.html'), 'utf8')
  const tags = html.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="\/([^"]+)"/g)
  const scripts = new Set(Array.from(tags, ([, path]) => String(path)))
  expect(scripts.size).toBeGreaterThan(0)
  let size = 0
  // A set gives what is added to it meanwhile, too.
  for (const script of scripts) {
    const code = await readFile(join(desk, script), 'utf8')
    for (const [, path] of code.matchAll(/\b(?:from|import)\s*["`]\.\/([^"`]+)["`]/g)) scripts.add(`assets/${path}`)
    size += (await stat(join(desk, `${script}.br`))).size
  }
  expect(size).toBeLessThanOrEqual(200_000)
})
