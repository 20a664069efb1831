import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'

/** Four MiB, in chunks. */
const LARGE = Array.from({ length: 64 }, () => Buffer.alloc(65_536, 'x'))

test('A chunked body far over 64 KiB gets a complete answer, not a broken connection, whatever is wrong with it', async () => {
  for (const [headers, status] of [
    [{ 'content-type': 'application/json' }, 413],
    [{ 'content-type': 'not a type' }, 415],
    [{ origin: 'https://elsewhere.example' }, 403],
  ] as const) {
    const { app } = await startPublicListener()
    const address = new URL('/api/appointment', await app.listen({ host: '127.0.0.1', port: 0 }))
    const agent = new Agent({ keepAlive: true })
    for (let round = 0; round < 3; round++) {
      const marker = { 'x-requested-with': 'XMLHttpRequest' }
      const call = httpRequest(address, { method: 'POST', headers: { ...marker, ...headers }, agent })
      Readable.from(LARGE).pipe(call)
      const [response] = await once(call, 'response')
      expect(response.statusCode).toBe(status)
      expect(JSON.parse(await text(response))).toMatchObject({ status })
    }
    agent.destroy()
  }
})
