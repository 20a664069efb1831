import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The file of each page. It has no other address: its own name is not served. */
const PAGES = { '/': 'index.html', '/thank-you': 'thank-you.html', '/privacy': 'privacy.html' }

/** What a browser asks of a page that it knows. It is not there, so the page that says so is always sent whole. */
const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'range']

/**
 * Serves the built site. Its files are those that are there at the start; each may lie there compressed too, as
 * `.br` and `.gz`. A file under /assets has its content's hash in its name and is kept for a year; a picture for a day;
 * all else is asked for again, and answered 304 while it is the same.
 */
export async function servePages(app: FastifyInstance, { siteDirectory }: { siteDirectory: string }): Promise<void> {
  const kept = [
    [join(siteDirectory, 'assets', '/'), 'public, max-age=31536000, immutable'],
    [join(siteDirectory, 'pictures', '/'), 'public, max-age=86400'],
  ] as const
  await app.register(fastifyStatic, {
    root: siteDirectory,
    wildcard: false,
    index: false,
    dotfiles: 'deny',
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const [, howLong] = kept.find(([folder]) => path.startsWith(folder) && reply.statusCode < 400) ?? []
      reply.header('cache-control', howLong ?? 'no-cache')
    },
  })

  for (const [path, file] of Object.entries(PAGES)) {
    app.get(path, (_request, reply) => reply.sendFile(file))
  }

  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply.problem(404)
    for (const condition of CONDITIONS) delete request.headers[condition]
    return reply.code(404).sendFile('404.html')
  })
}
