import { expect, test } from 'vitest'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'
import { ISOLATION_HEADERS } from './security-headers.ts'

const CSP = [
  "default-src 'none'",
  "script-src 'self' 'sha256-def='",
  "style-src 'self' 'sha256-abc='",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
]

test('Every answer has the security headers', async () => {
  const { app } = await startPublicListener()
  const answers = [
    await app.inject({ url: '/' }),
    await app.inject({ url: '/nope' }),
    await app.inject({ url: '/healthz' }),
    await app.inject({ url: '/%zz' }),
    await app.inject({ method: 'HEAD', url: '/' }),
    await app.inject({ url: '/', headers: { 'if-none-match': '*' } }),
    await app.inject({ url: '/assets/entry-abc123.js' }),
    await app.inject({ method: 'POST', url: '/api/appointment' }),
    await app.inject({ method: 'PUT', url: '/api/appointment' }),
  ]
  for (const { headers } of answers) {
    expect(String(headers['content-security-policy']).split(';')).toEqual(CSP)
    for (const name of Object.keys(ISOLATION_HEADERS)) expect(headers, name).not.toHaveProperty(name)
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['permissions-policy']).toMatch(/^([a-z-]+=\(\), )*[a-z-]+=\(\)$/)
  }
})

test('A site with an https address requires https', async () => {
  const { app } = await startPublicListener({ publicUrl: new URL('https://clinic.example') })
  const { headers } = await app.inject({ url: '/' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(String(headers['content-security-policy']).split(';')).toEqual([...CSP, 'upgrade-insecure-requests'])
})
