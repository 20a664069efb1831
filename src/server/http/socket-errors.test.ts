import { expect, test } from 'vitest'
import { callRaw } from '../../../tests/support/raw-caller.ts'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

const CANARY = 'marker-x'

test.each([
  [400, `POST /${CANARY} HTTP/9.9\r\nHost: localhost\r\n\r\n`],
  [400, `${CANARY}\r\n\r\n`],
  [400, `GET / HTTP/1.1\r\nHost: localhost\r\n${CANARY} is no header\r\n\r\n`],
  [431, `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${CANARY.repeat(3_000)}\r\n\r\n`],
])(
  'Something else than HTTP is answered %i, without a stack and without what was sent, and the connection is closed',
  async (status, bytes) => {
    const { app, logLines } = await startPublicListener()
    const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const answer = await (await callRaw(address, bytes)).answered

    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const [head, body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^Content-Type: application\/problem\+json$/im)
    expect(JSON.parse(body)).toEqual({ type: 'about:blank', title: expect.any(String), status })
    expect(answer + logLines.join('')).not.toMatch(new RegExp(`${CANARY}|node:|llhttp`))
  },
)
