import { expect, test } from 'vitest'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

test.each([
  { trustedProxies: [], seconds: 5 },
  { trustedProxies: ['127.0.0.1'], seconds: 75 },
])(
  'An idle connection is kept for $seconds s when the trusted proxies are $trustedProxies',
  async ({ trustedProxies, seconds }) => {
    const { app } = await startPublicListener({ trustedProxies })
    const response = await fetch(new URL('/healthz', await app.listen({ host: '127.0.0.1', port: 0 })))
    expect(response.headers.get('keep-alive')).toBe(`timeout=${seconds}`)
    expect(app.server.keepAliveTimeout).toBe(seconds * 1_000)
  },
)
