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
  ['another protocol', 400, `POST /${CANARY} HTTP/9.9\r\nHost: localhost\r\n\r\n`],
  ['no request line', 400, `${CANARY}\r\n\r\n`],
  ['no header', 400, `GET / HTTP/1.1\r\nHost: localhost\r\n${CANARY} is no header\r\n\r\n`],
  ['too many headers', 431, `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${CANARY.repeat(3_000)}\r\n\r\n`],
  ['no host', 400, `GET /${CANARY} HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ['two hosts', 400, `GET / HTTP/1.1\r\nHost: localhost\r\nhOST: ${CANARY}\r\nConnection: close\r\n\r\n`],
  ['no path', 400, `GET * HTTP/1.1\r\nHost: ${CANARY}\r\nConnection: close\r\n\r\n`],
  ['another scheme', 400, `GET ftp://${CANARY}/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`],
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

  test('an unknown expectation changes nothing, nor does HTTP/1.0 without a host', async () => {
    const { address } = await start()
    const expecting = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: something\r\nConnection: close\r\n\r\n'
    for (const bytes of [expecting, 'GET /healthz HTTP/1.0\r\n\r\n']) {
      const answer = await (await callRaw(new URL(address), bytes)).answered
      expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*content-security-policy/)
    }
  })

  test('an address is never a fault, however it is written', async () => {
    const { address, logLines, page } = await start()
    const call = async (request: string) =>
      (await callRaw(new URL(address), `${request} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).answered
    const unknown = ['/x#%ff', '/x#%', '/x?%ff', '/x#?%ff', '/%25', 'http://%@localhost/x', 'http://localhost/x#%ff']
    for (const target of unknown) {
      const answer = await call(`GET ${target}`)
      expect(answer, target).toMatch(/^HTTP\/1\.1 404 /)
      expect(answer, target).toContain(page)
      expect(await call(`POST ${target}`), target).toMatch(/^HTTP\/1\.1 404 [\s\S]*application\/problem\+json/)
    }
    for (const target of ['/healthz', '/healthz#%ff', '/healthz?%ff', '/%68ealthz', 'http://%@localhost/healthz']) {
      for (const method of ['PUT', 'TRACE']) {
        expect(await call(`${method} ${target}`), target).toMatch(/^HTTP\/1\.1 405 [\s\S]*\nallow: GET/)
      }
    }
    expect(await call('GET /assets%2Fentry-abc123.js')).toMatch(/^HTTP\/1\.1 404 /)
    for (const target of ['/%ff', '/%', 'http://localhost/%ff']) {
      expect(await call(`GET ${target}`), target).toMatch(/^HTTP\/1\.1 400 /)
    }
    expect(await call('GET http://localhost/api/nothing')).toMatch(/^HTTP\/1\.1 404 /)
    expect(logLines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([])
  })
})

test('An address in absolute form is read like its path', async () => {
  const { app } = await startPublicListener()
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const calls: [string, RegExp][] = [
    ['http://localhost/hi', /^HTTP\/1\.1 308 [\s\S]*\nlocation: \/hi\/\r\n/],
    ['HTTP://localhost/hi?utm_source=a', /^HTTP\/1\.1 308 [\s\S]*\nlocation: \/hi\/\?utm_source=a\r\n/],
    ['http://localhost/hi/nothing', /^HTTP\/1\.1 404 [\s\S]*Page not found in Hindi/],
    ['https://localhost', /^HTTP\/1\.1 200 [\s\S]*<h1>Home<\/h1>/],
    ['http://localhost?utm_source=a', /^HTTP\/1\.1 200 [\s\S]*<h1>Home<\/h1>/],
  ]
  for (const [target, expected] of calls) {
    const call = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
    expect(await (await callRaw(address, call)).answered, target).toMatch(expected)
  }
})
