import { glob } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { homePath } from '../../content/home-path.ts'
import { CachedFile } from '../http/cached-file.ts'

/** The file of each page of a language, by the end of its address. The file name itself is not served. */
const PAGES = { '': 'index.html', 'thank-you': 'thank-you.html', privacy: 'privacy.html' }

/** The browser asks again each time, and is answered 304 while the content is the same. */
const REVALIDATE = 'no-cache'

/**
 * Serves the built site from memory: 3 MB. It has the files that exist at the start, each with its compressed copies
 * `.br` and `.gz` if there are any. Browsers keep a file under /assets for a year, because its name contains the hash of
 * its content, and a picture for a day; they ask again for everything else.
 */
export async function serveCachedPages(
  app: FastifyInstance,
  { siteDirectory, languages }: { siteDirectory: string; languages: readonly string[] },
): Promise<void> {
  const files = await Array.fromAsync(
    glob('**/*.*', { cwd: siteDirectory, exclude: ['**/*.html', '**/*.br', '**/*.gz'] }),
  )
  const pages = languages
    .map(homePath)
    .flatMap((home) => Object.entries(PAGES).map(([page, file]) => [`${home}${page}`, `${home}${file}`] as const))
  const routes = [...pages, ...files.map((file) => [`/${file.replaceAll(sep, '/')}`, file] as const)]
  const read = async ([url, file]: readonly [string, string]) =>
    [url, await CachedFile.read(join(siteDirectory, file), cacheControlOf(url))] as const
  for (const [url, file] of await Promise.all(routes.map(read))) {
    // Both methods in one route: Fastify would add another route for HEAD, and 150 more would delay the start.
    app.route({ url, method: ['GET', 'HEAD'], handler: (request, reply) => file.send(request, reply) })
  }

  const notFound = new Map<string, CachedFile>()
  for (const home of languages.map(homePath)) {
    notFound.set(home, await CachedFile.read(join(siteDirectory, home, '404.html'), REVALIDATE))
    if (home !== '/')
      app.get(home.slice(0, -1), ({ url }, reply) => reply.redirect(home + url.slice(home.length - 1), 308))
  }
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply.refuse(404)
    const home = [...notFound.keys()].find((path) => path !== '/' && request.url.startsWith(path)) ?? '/'
    return notFound.get(home)?.send(request, reply.code(404))
  })
}

function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return path.startsWith('/pictures/') ? 'public, max-age=86400' : REVALIDATE
}
