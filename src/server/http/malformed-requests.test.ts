import { describe, expect, test } from 'vitest'
import { callRaw } from '../../../tests/support/raw-caller.ts'
import { startDeskListener } from '../../../tests/support/start-desk-listener.ts'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

const CANARY = 'marker-x'

const LISTENERS = {
  'the public listener': async () => {
    const { app, logLines } = await startPublicListener()
    return { address: await app.listen({ host: '127.0.0.1', port: 0 }), logLines, page: '<h1>Page not found</h1>' }
  },
  "the desk's listener": async () => {
    const { listen, logLines } = await startDeskListener()
    return { address: await listen(), logLines, page: '<div id="root"></div>' }
  },
}

const BROKEN = [
  ['no request line', 400, `${CANARY}\r\n\r\n`],
  ['too many headers', 431, `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${CANARY.repeat(3_000)}\r\n\r\n`],
  ['no host', 400, `GET /${CANARY} HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ['two hosts', 400, `GET / HTTP/1.1\r\nHost: localhost\r\nhOST: ${CANARY}\r\nConnection: close\r\n\r\n`],
  ['no path', 400, `GET http://${CANARY}/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`],
] as const

describe.each(Object.entries(LISTENERS))('On %s', (_, start) => {
  test('a broken request is answered with the headers of every answer and without what was sent', async () => {
    const { address, logLines } = await start()
    const { headers } = await fetch(new URL('/healthz', address))
    expect(headers.has('content-security-policy')).toBe(true)
    for (const [what, status, bytes] of BROKEN) {
      const answer = await (await callRaw(new URL(address), bytes)).answered
      expect(answer, what).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect(head).toMatch(/^Content-Type: application\/problem\+json(; charset=utf-8)?$/im)
      expect(JSON.parse(body)).toEqual({ type: 'about:blank', title: expect.any(String), status })
      for (const [name, value] of headers) {
        if (/policy|options|agent|robots/.test(name))
          expect(head.toLowerCase(), what).toContain(`\n${name}: ${value}`.toLowerCase())
      }
      expect(answer + logLines.join('')).not.toMatch(new RegExp(`${CANARY}|node:|llhttp`))
    }
  })

  test('an address is never a fault, however it is written', async () => {
    const { address, logLines, page } = await start()
    const answerTo = async (bytes: string) => (await callRaw(new URL(address), bytes)).answered
    const call = (request: string) => answerTo(`${request} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    for (const target of ['/x#%ff', '/x?%ff', '/%25']) {
      expect(await call(`GET ${target}`), target).toMatch(/^HTTP\/1\.1 404 /)
      expect(await call(`POST ${target}`), target).toMatch(/^HTTP\/1\.1 404 [\s\S]*application\/problem\+json/)
    }
    expect(await call('GET /x#%ff')).toContain(page)
    expect(await call('GET /assets%2Fentry-abc123.js')).toMatch(/^HTTP\/1\.1 404 /)
    for (const target of ['/healthz', '/healthz#%ff', '/healthz?%ff', '/%68ealthz']) {
      expect(await call(`PUT ${target}`), target).toMatch(/^HTTP\/1\.1 405 [\s\S]*\nallow: GET/)
    }
    for (const target of ['/%ff', '/%']) expect(await call(`GET ${target}`), target).toMatch(/^HTTP\/1\.1 400 /)
    // As a load balancer asks, without a host.
    expect(await answerTo('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
    expect(logLines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([])
  })
})
