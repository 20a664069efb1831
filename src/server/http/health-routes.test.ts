import { expect, test } from 'vitest'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

test('A server is healthy while it answers, and ready while its store accepts writes', async () => {
  const { app } = await startPublicListener()
  const [healthy, ready] = [await app.inject({ url: '/healthz' }), await app.inject({ url: '/readyz' })]
  expect([healthy.statusCode, ready.statusCode]).toEqual([200, 200])
  for (const { headers } of [healthy, ready]) expect(headers['cache-control']).toBe('no-store')
  const other = await startPublicListener()
  await other.refuseWrites()
  expect((await other.app.inject({ url: '/healthz' })).statusCode).toBe(200)
  const refused = await other.app.inject({ url: '/readyz' })
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect(refused.json()).toEqual({ type: 'about:blank', title: 'Service Unavailable', status: 503 })
})

test('An idle connection is kept for 5 s, and behind a trusted proxy longer than load balancers keep it', async () => {
  for (const [trustedProxies, seconds] of [
    [[], 5],
    [['127.0.0.1'], 75],
  ] as const) {
    const { app } = await startPublicListener({ trustedProxies: [...trustedProxies] })
    const response = await fetch(new URL('/healthz', await app.listen({ host: '127.0.0.1', port: 0 })))
    expect(response.headers.get('keep-alive')).toBe(`timeout=${seconds}`)
    expect(app.server.keepAliveTimeout).toBe(seconds * 1_000)
  }
})
