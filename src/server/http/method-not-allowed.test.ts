import { expect, test } from 'vitest'
import { callRaw } from '../../../tests/support/raw-caller.ts'
import { startDeskListener } from '../../../tests/support/start-desk-listener.ts'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

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

test.each(Object.entries(LISTENERS))('On %s an address is never a fault, however it is written', async (_, start) => {
  const { address, logLines, page } = await start()
  const call = async (request: string) =>
    (await callRaw(new URL(address), `${request} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).answered
  const unknown = ['/x#%ff', '/x#%', '/x?%ff', '/x#?%ff', '/%25', 'http://%@localhost/x', 'http://localhost/x#%ff']
  for (const target of unknown) {
    const answer = await call(`GET ${target}`)
    expect(answer, target).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer, target).toContain(page)
    expect(await call(`POST ${target}`), target).toMatch(/^HTTP\/1\.1 404 /)
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
  expect(logLines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([])
})
