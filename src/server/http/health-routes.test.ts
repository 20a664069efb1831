import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect, test } from 'vitest'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

test('A server whose store takes writes is healthy and ready', async () => {
  const { app } = await startPublicListener()
  for (const url of ['/healthz', '/readyz']) {
    const response = await app.inject({ url })
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
  }
})

test('A server whose store takes no writes is healthy but not ready', async () => {
  const { app, dataDirectory } = await startPublicListener()
  const other = new SqliteFile(join(dataDirectory, 'requests.sqlite'))
  other.exec('begin immediate')

  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
  const response = await app.inject({ url: '/readyz' })
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toMatch(/^\d+$/)
  expect(response.json()).toEqual({ type: 'about:blank', title: 'Service Unavailable', status: 503 })
  other.close()
})
