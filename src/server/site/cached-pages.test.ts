import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

test('Pages are served, and the browser asks again each time', async () => {
  const { app } = await startPublicListener()
  const pages = [
    ['/?utm_source=letter', 'Home'],
    ['/thank-you', 'Thank you'],
    ['/privacy', 'Privacy notice'],
    ['/hi/', 'Home in Hindi'],
  ] as const
  for (const [url, heading] of pages) {
    const response = await app.inject({ url })
    const { etag, ...headers } = response.headers
    expect([response.statusCode, response.body], url).toEqual([200, `<h1>${heading}</h1>`])
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    for (const known of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await app.inject({ url, headers: { 'if-none-match': known } })
      expect([again.statusCode, again.headers.etag, again.body], known).toEqual([304, etag, ''])
    }
    expect((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
    const head = await app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, `${heading.length + 9}`, ''])
  }
})

test('Texts are compressed as the browser accepts it', async () => {
  const { app } = await startPublicListener()
  const calls = [
    ['/', 'gzip, deflate, br', 'br', brotliDecompressSync],
    ['/', 'gzip', 'gzip', gunzipSync],
    ['/assets/entry-abc123.js', 'gzip, br', 'br', brotliDecompressSync],
    ['/robots.txt', 'br', 'br', brotliDecompressSync],
  ] as const
  for (const [url, accepted, encoding, decompress] of calls) {
    const plain = await app.inject({ url })
    const compressed = await app.inject({ url, headers: { 'accept-encoding': accepted } })
    expect(plain.headers['content-encoding'], url).toBeUndefined()
    expect(compressed.headers['content-encoding'], url).toBe(encoding)
    expect(compressed.headers['content-type']).toBe(plain.headers['content-type'])
    expect(compressed.headers.vary).toContain('accept-encoding')
    expect(decompress(compressed.rawPayload).toString()).toBe(plain.body)
    expect(compressed.headers.etag).not.toBe(plain.headers.etag)
  }
})

test('Browsers keep a file with a hash in its name for a year and a picture for a day, and ask again for any other', async () => {
  const { app } = await startPublicListener()
  for (const [url, type, cacheControl] of [
    ['/assets/entry-abc123.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/pictures/card.avif', 'image/avif', 'public, max-age=86400'],
    ['/banner_rhinoplasty.jpg', 'image/jpeg', 'no-cache'],
    ['/robots.txt', 'text/plain; charset=utf-8', 'no-cache'],
    ['/sitemap.xml', 'application/xml; charset=utf-8', 'no-cache'],
  ] as const) {
    const { statusCode, headers } = await app.inject({ url })
    expect([statusCode, headers['content-type'], headers['cache-control']], url).toEqual([200, type, cacheControl])
  }
})

test('Another address of a page leads to its one address, and keeps the campaign', async () => {
  const { app } = await startPublicListener()
  for (const [url, page] of [
    ['/index.html', '/'],
    ['/privacy/', '/privacy'],
    ['/thank-you.html', '/thank-you'],
    ['/hi', '/hi/'],
    ['/hi/thank-you/', '/hi/thank-you'],
  ] as const) {
    for (const query of ['', '?utm_source=letter?&b=/']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode, headers } = await app.inject({ method, url: url + query })
        expect([statusCode, headers.location], url).toEqual([308, page + query])
      }
    }
  }
})

test('Everything else is the 404 page, in its language', async () => {
  const { app } = await startPublicListener()
  for (const url of ['/hi/nope', '/hi/404.html', '/hi/privacy//']) {
    const { statusCode, body } = await app.inject({ url })
    expect([url, statusCode, body]).toEqual([url, 404, '<h1>Page not found in Hindi</h1>'])
  }
  const hidden = ['/.git/config', '/../package.json', '/%2e%2e/package.json', '/assets/..%2f.env']
  for (const url of ['/nope', '/404.html', '/index.html.br', ...hidden, '/api/other']) {
    const { statusCode, headers, body } = await app.inject({ url, headers: { 'if-none-match': '*' } })
    expect([url, statusCode, body]).toEqual([url, 404, '<h1>Page not found</h1>'])
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  }
})
