import { glob } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { homePath } from '../../content/site-languages.ts'
import { cachedFile, type SendFile } from '../http/cached-file.ts'
import { Refusal } from '../http/problem.ts'

/** Sent with each page that search engines may not list. The page itself says so too. */
const NOINDEX = { 'x-robots-tag': 'noindex' }

/** The browser asks again each time, and is answered 304 while the content is the same. */
const REVALIDATE = 'no-cache'

/**
 * Serves the built site from memory: 3 MB. It has the files that exist at the start, each with its compressed copies
 * `.br` and `.gz` if there are any. Browsers keep a file under /assets for a year, because its name contains the hash of
 * its content, and a picture for a day; they ask again for everything else.
 *
 * Each page has one address: its file name, and the address with a slash more or less, redirect there. The query stays,
 * because it may name a campaign.
 */
export async function serveCachedPages(
  app: FastifyInstance,
  { siteDirectory, languages }: { siteDirectory: string; languages: readonly string[] },
): Promise<void> {
  const files = await Array.fromAsync(
    glob('**/*.*', { cwd: siteDirectory, exclude: ['**/*.html', '**/*.br', '**/*.gz'] }),
  )
  const homes = languages.map((code) => homePath(code, languages[0]))
  // A page's address is its file's name without the ending, which is not served.
  const html = await Array.fromAsync(glob('**/*.html', { cwd: siteDirectory, exclude: ['**/404.html'] }))
  const pages = html.map((file) => {
    const path = `/${file.replaceAll(sep, '/')}`
    return [path.replace(/(index)?\.html$/, ''), path] as const
  })
  const unlisted = new Set(homes.map((home) => `${home}thank-you`))
  const routes = [...pages, ...files.map((file) => [`/${file.replaceAll(sep, '/')}`, file] as const)]
  const read = async ([url, file]: readonly [string, string]) =>
    [url, await cachedFile(join(siteDirectory, file), cacheControlOf(url))] as const
  // Both methods in one route: Fastify would add another route for HEAD, and 150 more would delay the start.
  const method = ['GET', 'HEAD']
  for (const [url, send] of await Promise.all(routes.map(read))) {
    const headers = unlisted.has(url) ? NOINDEX : {}
    app.route({ url, method, handler: (request, reply) => send(request, reply.headers(headers)) })
  }
  for (const [page, file] of pages) {
    const otherSlash = page.endsWith('/') ? page.slice(0, -1) : `${page}/`
    for (const url of [file, otherSlash].filter((address) => address !== '')) {
      app.route({
        url,
        method,
        handler: (request, reply) => reply.redirect(page + (/\?.*/.exec(request.url)?.[0] ?? ''), 308),
      })
    }
  }

  const notFound = new Map<string, SendFile>()
  for (const home of homes) {
    notFound.set(home, await cachedFile(join(siteDirectory, home, '404.html'), REVALIDATE))
  }
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Refusal(404)
    const home = [...notFound.keys()].find((path) => path !== '/' && request.url.startsWith(path)) ?? '/'
    return notFound.get(home)?.(request, reply.code(404).headers(NOINDEX))
  })
}

function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return path.startsWith('/pictures/') ? 'public, max-age=86400' : REVALIDATE
}
