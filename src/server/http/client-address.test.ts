import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { APPOINTMENT_PAYLOAD } from '../../../tests/support/samples.ts'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

test('The request of a client that disconnected right after sending it is stored, and is not a fault', async () => {
  const { app, stored, logLines } = await startPublicListener()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const body = JSON.stringify(APPOINTMENT_PAYLOAD)
  const handled = new Promise((resolve) =>
    app.server.once('request', (_request, response) => once(response, 'close').then(resolve)),
  )
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(
    'POST /api/appointment HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: XMLHttpRequest\r\n' +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    () => socket.resetAndDestroy(),
  )
  await handled
  await expect.poll(stored).toHaveLength(1)
  expect(logLines.join('')).not.toMatch(/"level":50|unexpected fault/)
})
