import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { StoredPage } from './stored-page.ts'

/** The file of each page. It has no other address: its own name is not served. */
const PAGES = { '/': 'index.html', '/thank-you': 'thank-you.html', '/privacy': 'privacy.html' }

/** What no picture and no font obeys; it would make each of them 1 KB heavier. */
const DOCUMENT_POLICIES = ['content-security-policy', 'permissions-policy']

/**
 * Serves the built site: its pages from memory, its other files from disk. They are those that are there at the start;
 * each may lie there compressed too, as `.br` and `.gz`. A file under /assets has its content's hash in its name and is
 * kept for a year; a picture for a day; all else is asked for again, and answered 304 while it is the same.
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
      if (/\.(avif|jpg|woff2)$/.test(path)) for (const name of DOCUMENT_POLICIES) reply.removeHeader(name)
    },
  })

  for (const [path, file] of Object.entries(PAGES)) {
    const page = await StoredPage.read(join(siteDirectory, file))
    app.get(path, (request, reply) => page.send(request, reply))
  }

  const notFound = await StoredPage.read(join(siteDirectory, '404.html'))
  app.setNotFoundHandler((request, reply) =>
    request.method === 'GET' || request.method === 'HEAD'
      ? notFound.send(request, reply.code(404))
      : reply.problem(404),
  )
}
