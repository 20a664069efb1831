import { expect, test } from 'vitest'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

test('A server whose store accepts writes is healthy and ready', async () => {
  const { app } = await startPublicListener()
  for (const url of ['/healthz', '/readyz']) {
    const response = await app.inject({ url })
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
  }
})

test('A server whose store does not accept writes is healthy but not ready', async () => {
  const { app, refuseWrites } = await startPublicListener()
  await refuseWrites()

  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
  const response = await app.inject({ url: '/readyz' })
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toMatch(/^\d+$/)
  expect(response.json()).toEqual({ type: 'about:blank', title: 'Service Unavailable', status: 503 })
})
