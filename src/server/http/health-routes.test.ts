import { expect, test } from 'vitest'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

test('An idle connection is kept for 5 s, and behind a trusted proxy longer than load balancers keep it', async () => {
  for (const trustedProxies of [[], ['127.0.0.1']]) {
    const seconds = trustedProxies.length > 0 ? 75 : 5
    const { app } = await startPublicListener({ trustedProxies })
    const response = await fetch(new URL('/healthz', await app.listen({ host: '127.0.0.1', port: 0 })))
    expect(response.headers.get('keep-alive')).toBe(`timeout=${seconds}`)
    expect(app.server.keepAliveTimeout).toBe(seconds * 1_000)
  }
})
