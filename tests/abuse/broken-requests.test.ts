import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { createLogger } from '../../src/server/logger.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { startPublicListener } from '../support/start-public-listener.ts'
import { brokenRequests } from './broken-requests.ts'

const sockets = 1_000 * inject('soakFactor')

/** How many sockets are open at once. */
const AT_ONCE = 50

test(`${sockets} sockets with garbage and parts of requests cause no fault; nothing is stored, and the server continues`, {
  timeout: 180_000 + sockets * 20,
}, async () => {
  const faults: string[] = []
  const { app, stored } = await startPublicListener({
    logger: createLogger('warn', { write: (line) => faults.push(line) }),
  })
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const { port } = app.server.address() as AddressInfo

  async function send(pieces: Buffer[]): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text
    })
    // The server may close the connection of a client that it has answered while the client is still sending.
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    for (const piece of pieces) socket.write(piece)
    socket.end()
    await closed
    return answer
  }

  const seed = randomInt(2 ** 31)
  console.info(`broken sockets: seed ${seed}`)
  await fc.assert(
    fc.asyncProperty(fc.array(brokenRequests, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
      for (const answer of await Promise.all(requests.map(send))) {
        expect(answer).toMatch(/^(HTTP\/1\.1 (200|40[034568]|41[35]|422|431) .+|)/)
        expect(answer).not.toMatch(/^HTTP\/1\.1 (201|303|5\d\d) /m)
        expect(answer).not.toMatch(/Asha|node:internal|\n +at |etc\/passwd/)
      }
    }),
    { numRuns: Math.ceil(sockets / AT_ONCE), seed, endOnFailure: true },
  )

  expect(faults.filter((line) => !line.includes('request aborted'))).toEqual([])
  expect(await stored()).toEqual([])
  expect((await postAppointment(address)).status).toBe(201)
})
