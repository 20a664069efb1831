import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'

const KIB = 1_024

function* fourMebibytes() {
  for (let chunk = 0; chunk < 64; chunk++) yield Buffer.alloc(64 * KIB, 'x')
}

describe('Over a socket', () => {
  async function listening() {
    const { app } = await startPublicListener({ rateLimit: { maxPosts: 1, windowSeconds: 600, limitsLoopback: false } })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    return { address, port: (app.server.address() as AddressInfo).port }
  }

  test.each([
    ['a valid content type', { 'content-type': 'application/json' }, 413],
    ['an invalid content type', { 'content-type': 'not a type' }, 415],
    ['another origin', { origin: 'https://elsewhere.example' }, 403],
  ])(
    'A chunked body far over 64 KiB with %s gets a complete answer, not a broken connection',
    async (_, headers, status) => {
      const { address } = await listening()
      const agent = new Agent({ keepAlive: true })
      for (let round = 0; round < 3; round++) {
        const call = httpRequest(new URL('/api/appointment', address), {
          method: 'POST',
          headers: { 'x-requested-with': 'XMLHttpRequest', ...headers },
          agent,
        })
        Readable.from(fourMebibytes()).pipe(call)
        const [response] = await once(call, 'response')
        expect(response.statusCode).toBe(status)
        expect(JSON.parse(await text(response))).toMatchObject({ status })
      }
      agent.destroy()
    },
  )

  test('A body whose announced length is too large is refused before it is sent, and the connection stays open', async () => {
    const { port } = await listening()
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    const size = 64 * KIB + 1
    socket.write(
      'POST /api/appointment HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: XMLHttpRequest\r\n' +
        `Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
    )
    expect(await once(socket, 'data')).toEqual([expect.stringMatching(/^HTTP\/1\.1 413 /)])
    socket.write(`${'x'.repeat(size)}GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(await once(socket, 'data')).toEqual([expect.stringMatching(/^HTTP\/1\.1 200 /)])
    socket.destroy()
  })
})
