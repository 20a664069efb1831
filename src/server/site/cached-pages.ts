import { glob } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { CachedFile } from '../http/cached-file.ts'

/** The file of each page. The file name itself is not served. */
const PAGES = { '/': 'index.html', '/thank-you': 'thank-you.html', '/privacy': 'privacy.html' }

/** The browser asks again each time, and is answered 304 while the content is the same. */
const REVALIDATE = 'no-cache'

/**
 * Serves the built site from memory: 3 MB. It has the files that exist at the start, each with its compressed copies
 * `.br` and `.gz` if there are any. Browsers keep a file under /assets for a year, because its name contains the hash of
 * its content, and a picture for a day; they ask again for everything else.
 */
export async function serveCachedPages(
  app: FastifyInstance,
  { siteDirectory }: { siteDirectory: string },
): Promise<void> {
  const files = await Array.fromAsync(
    glob('**/*.*', { cwd: siteDirectory, exclude: ['**/*.html', '**/*.br', '**/*.gz'] }),
  )
  const routes = [...Object.entries(PAGES), ...files.map((file) => [`/${file.replaceAll(sep, '/')}`, file] as const)]
  const read = async ([url, file]: readonly [string, string]) =>
    [url, await CachedFile.read(join(siteDirectory, file), cacheControlOf(url))] as const
  for (const [url, file] of await Promise.all(routes.map(read))) {
    // Both methods in one route: Fastify would add another route for HEAD, and 150 more would delay the start.
    app.route({ url, method: ['GET', 'HEAD'], handler: (request, reply) => file.send(request, reply) })
  }

  const notFound = await CachedFile.read(join(siteDirectory, '404.html'), REVALIDATE)
  app.setNotFoundHandler((request, reply) =>
    request.method === 'GET' || request.method === 'HEAD' ? notFound.send(request, reply.code(404)) : reply.refuse(404),
  )
}

function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return path.startsWith('/pictures/') ? 'public, max-age=86400' : REVALIDATE
}
