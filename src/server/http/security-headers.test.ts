import type { OutgoingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { startDeskListener } from '../../../tests/support/start-desk-listener.ts'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

/** @param scripts @param styles what pages have besides the built files */
const policyWith = (scripts = '', styles = '') => [
  "default-src 'none'",
  `script-src 'self'${scripts}`,
  `style-src 'self'${styles}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
]

const PUBLIC_POLICY = policyWith(" 'sha256-def='", " 'sha256-abc='")

const EVERYWHERE = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy': expect.stringMatching(/^([a-z-]+=\(\), )*[a-z-]+=\(\)$/),
}

/** The desk's alone: for the public pages the browser would start a process. */
const ISOLATION = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}

/** The policy of an answer, one directive after the other. */
const policyOf = (headers: OutgoingHttpHeaders) => String(headers['content-security-policy']).split(';')

test('Every answer of the public listener has the security headers; a site with an https address requires https', async () => {
  const { app } = await startPublicListener()
  for (const call of [
    ...['/', '/nope', '/healthz', '/%zz', '/assets/entry-abc123.js'].map((url) => ({ url })),
    { url: '/', headers: { 'if-none-match': '*' } },
    { url: '/', method: 'HEAD' as const },
    ...(['POST', 'PUT'] as const).map((method) => ({ url: '/api/appointment', method })),
  ]) {
    const { headers } = await app.inject(call)
    expect(policyOf(headers), JSON.stringify(call)).toEqual(PUBLIC_POLICY)
    expect(headers).toMatchObject({ ...EVERYWHERE, 'referrer-policy': 'strict-origin-when-cross-origin' })
    for (const name of ['strict-transport-security', ...Object.keys(ISOLATION)]) {
      expect(headers).not.toHaveProperty(name)
    }
  }
  const secure = await startPublicListener({ publicUrl: new URL('https://clinic.example') })
  const { headers } = await secure.app.inject({ url: '/' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(policyOf(headers)).toEqual([...PUBLIC_POLICY, 'upgrade-insecure-requests'])
})

test("Every answer of the desk's listener has them, is kept by nobody, and isolates its pages", async () => {
  const { browser } = await startDeskListener()
  const own = { ...EVERYWHERE, ...ISOLATION, 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }
  for (const url of ['/', '/nope', '/healthz', '/readyz', '/api/me', '/api/nope', '/%zz']) {
    const { headers } = await browser().get(url)
    expect(policyOf(headers), url).toEqual(policyWith())
    expect(headers, url).toMatchObject({ ...own, 'cache-control': 'no-store' })
  }
  const asset = (await browser().get('/assets/entry-abc123.js')).headers
  expect(asset).toMatchObject({ ...own, 'cache-control': 'public, max-age=31536000, immutable' })
  const secure = await startDeskListener(undefined, { deskUrl: new URL('https://desk.clinic.example') })
  const { headers } = await secure.browser().get('/')
  expect(policyOf(headers)).toEqual([...policyWith(), 'upgrade-insecure-requests'])
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})
