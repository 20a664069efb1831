import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

describe('Pages', () => {
  test.each([
    ['/', 'Home'],
    ['/?utm_source=letter', 'Home'],
    ['/thank-you', 'Thank you'],
    ['/privacy', 'Privacy notice'],
    ['/hi/', 'Home in Hindi'],
    ['/hi/?utm_source=letter', 'Home in Hindi'],
    ['/hi/thank-you', 'Thank you in Hindi'],
    ['/hi/privacy', 'Privacy notice in Hindi'],
  ])('%s is served, and the browser asks again each time', async (url, heading) => {
    const { app } = await startPublicListener()
    const response = await app.inject({ url })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.body).toBe(`<h1>${heading}</h1>`)

    for (const known of [
      response.headers.etag,
      `W/${response.headers.etag}`,
      `"other", ${response.headers.etag}`,
      '*',
    ]) {
      const again = await app.inject({ url, headers: { 'if-none-match': String(known) } })
      expect(again.statusCode, String(known)).toBe(304)
      expect(again.headers.etag).toBe(response.headers.etag)
      expect(again.body).toBe('')
    }
    const changed = await app.inject({ url, headers: { 'if-none-match': '"other"' } })
    expect(changed.statusCode).toBe(200)
  })

  test('Each encoding of a page has its own tag', async () => {
    const { app } = await startPublicListener()
    const tags = await Promise.all(
      ['', 'gzip', 'br', 'br;q=0, gzip;q=0'].map(async (accepted) => {
        const { headers } = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } })
        return headers.etag
      }),
    )
    expect(new Set(tags).size).toBe(3)
    expect(tags[3]).toBe(tags[0])
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'] as const)('%s on a page is answered 405', async (method) => {
    const { app } = await startPublicListener()
    for (const url of ['/', '/thank-you', '/privacy', '/healthz', '/readyz', '/assets/entry-abc123.js']) {
      const response = await app.inject({ method, url })
      expect(response.statusCode, url).toBe(405)
      expect(response.headers.allow?.toString().split(', ').sort(), url).toEqual(['GET', 'HEAD'])
    }
  })

  test('HEAD answers as GET does, without a body', async () => {
    const { app } = await startPublicListener()
    const response = await app.inject({ method: 'HEAD', url: '/' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-length']).toBe('13')
    expect(response.body).toBe('')
  })
})

describe('Compression', () => {
  test.each([
    ['/', 'gzip, deflate, br', 'br', brotliDecompressSync],
    ['/', 'gzip', 'gzip', gunzipSync],
    ['/assets/entry-abc123.js', 'gzip, br', 'br', brotliDecompressSync],
    ['/assets/entry-abc123.js', 'gzip', 'gzip', gunzipSync],
    ['/robots.txt', 'br', 'br', brotliDecompressSync],
    ['/sitemap.xml', 'br', 'br', brotliDecompressSync],
  ])('%s is compressed for a browser that accepts %s', async (url, accepted, encoding, decompress) => {
    const { app } = await startPublicListener()
    const plain = await app.inject({ url })
    const compressed = await app.inject({ url, headers: { 'accept-encoding': accepted } })

    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(compressed.headers['content-encoding']).toBe(encoding)
    expect(compressed.headers['content-type']).toBe(plain.headers['content-type'])
    expect(compressed.headers.vary).toContain('accept-encoding')
    expect(decompress(compressed.rawPayload).toString()).toBe(plain.body)
  })
})

test('Browsers keep a file with a hash in its name for a year and a picture for a day, and ask again for any other', async () => {
  const { app } = await startPublicListener()
  const asset = await app.inject({ url: '/assets/entry-abc123.js' })
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers['content-type']).toBe('text/javascript; charset=utf-8')

  const card = await app.inject({ url: '/pictures/card.avif' })
  expect(card.headers['cache-control']).toBe('public, max-age=86400')
  expect(card.headers['content-type']).toBe('image/avif')

  const picture = await app.inject({ url: '/banner_rhinoplasty.jpg' })
  expect(picture.headers['cache-control']).toBe('no-cache')
  expect(picture.headers['content-type']).toBe('image/jpeg')
})

test.each([
  ['/robots.txt', 'text/plain; charset=utf-8', 'User-agent: *'],
  ['/sitemap.xml', 'application/xml; charset=utf-8', '<urlset/>'],
])('%s is served to crawlers, which ask again each time', async (url, type, text) => {
  const { app } = await startPublicListener()
  const { statusCode, headers, body } = await app.inject({ url })
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' })
  expect(body).toBe(text)
})

test.each(['/', '/hi/'])('Below %s search engines may not list thank-you and unknown pages', async (home) => {
  const { app } = await startPublicListener()
  for (const page of ['thank-you', 'thank-you?utm_source=letter', 'nope']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { headers } = await app.inject({ method, url: `${home}${page}` })
      expect(headers['x-robots-tag'], `${method} ${page}`).toBe('noindex')
    }
  }
  const known = await app.inject({ url: `${home}thank-you`, headers: { 'if-none-match': '*' } })
  expect([known.statusCode, known.headers['x-robots-tag']]).toEqual([304, 'noindex'])
})

test.each(['/', '/privacy', '/hi/', '/hi/privacy', '/sitemap.xml', '/pictures/card.avif'])(
  'Search engines may list %s',
  async (url) => {
    const { app } = await startPublicListener()
    expect((await app.inject({ url })).headers['x-robots-tag']).toBeUndefined()
  },
)

test.each([
  ['/index.html', '/'],
  ['/privacy/', '/privacy'],
  ['/thank-you.html', '/thank-you'],
  ['/hi', '/hi/'],
  ['/hi/index.html', '/hi/'],
  ['/hi/thank-you/', '/hi/thank-you'],
])('%s leads to the one address of its page, %s, and keeps the campaign', async (url, page) => {
  const { app } = await startPublicListener()
  for (const query of ['', '?utm_source=letter?&b=/']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await app.inject({ method, url: url + query })
      expect([statusCode, headers.location]).toEqual([308, page + query])
    }
  }
})

test.each(['/hi/nope', '/hi/404.html', '/hi/privacy//'])('%s is the 404 page in Hindi', async (url) => {
  const { app } = await startPublicListener()
  const { statusCode, body } = await app.inject({ url })
  expect([statusCode, body]).toEqual([404, '<h1>Page not found in Hindi</h1>'])
})

describe('Everything else is the 404 page', () => {
  test.each([
    '/nope',
    '/404.html',
    '/index.html.br',
    '/assets/entry-abc123.js.gz',
    '/assets/',
    '/assets/gone-000000.js',
    '/.env',
    '/.git/config',
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/..%2f.env',
    '/api',
    '/api/other',
  ])('%s', async (url) => {
    const { app } = await startPublicListener()
    const response = await app.inject({ url, headers: { 'if-none-match': '*' } })
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.body).toBe('<h1>Page not found</h1>')
  })

  test('A post to an unknown address is refused without a page', async () => {
    const { app } = await startPublicListener()
    const response = await app.inject({
      method: 'POST',
      url: '/nope',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ status: 404 })
  })
})
