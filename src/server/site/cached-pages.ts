import { glob } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { CachedFile } from './cached-file.ts'

/** The file of each page. It has no other address: its own name is not served. */
const PAGES = { '/': 'index.html', '/thank-you': 'thank-you.html', '/privacy': 'privacy.html' }

/** Asked for again each time, and answered 304 while it is the same. */
const REVALIDATE = 'no-cache'

/**
 * Serves the built site from memory: 3 MB. Its files are those that are there at the start; each may lie there
 * compressed too, as `.br` and `.gz`. A file under /assets has its content's hash in its name and is kept for a year; a
 * picture for a day; all else is asked for again.
 */
export async function serveCachedPages(
  app: FastifyInstance,
  { siteDirectory }: { siteDirectory: string },
): Promise<void> {
  const files = glob('**/*.*', { cwd: siteDirectory, exclude: ['**/*.html', '**/*.br', '**/*.gz'] })
  const read = async (file: string) => {
    const path = `/${file.replaceAll(sep, '/')}`
    return [path, await CachedFile.read(join(siteDirectory, file), howLongIsKept(path))] as const
  }
  for (const [path, file] of await Promise.all((await Array.fromAsync(files)).map(read))) {
    // Both methods in one route: Fastify would make a second one for HEAD, and 150 take a while.
    app.route({ url: path, method: ['GET', 'HEAD'], handler: (request, reply) => file.send(request, reply) })
  }

  for (const [path, file] of Object.entries(PAGES)) {
    const page = await CachedFile.read(join(siteDirectory, file), REVALIDATE)
    app.get(path, (request, reply) => page.send(request, reply))
  }

  const notFound = await CachedFile.read(join(siteDirectory, '404.html'), REVALIDATE)
  app.setNotFoundHandler((request, reply) =>
    request.method === 'GET' || request.method === 'HEAD' ? notFound.send(request, reply.code(404)) : reply.refuse(404),
  )
}

function howLongIsKept(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return path.startsWith('/pictures/') ? 'public, max-age=86400' : REVALIDATE
}
