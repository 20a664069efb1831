import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cachedFile } from '../http/cached-file.ts'
import { Refusal } from '../http/problem.ts'

/** The app's pages. Each is the same document, which contains no data. Source: desk, section 1. */
const PAGES = [
  '/',
  '/find',
  '/spam',
  '/deliveries',
  '/report',
  '/audit',
  '/staff',
  '/account',
  '/sign-in',
  '/invitation',
]

const HTML = 'text/html; charset=utf-8'

/** Nothing else of the desk stays in a browser's cache: these files have the hash of their content in their names. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves the built app from memory. Another page is the app's own, with 404. @param deskUrl as staff see it */
export async function serveDeskPages(app: FastifyInstance, directory: string, deskUrl: URL | null): Promise<void> {
  const assets = join(directory, 'assets')
  for (const file of await readdir(assets)) {
    if (/\.(br|gz)$/.test(file)) continue
    app.get(`/assets/${file}`, await cachedFile(join(assets, file), IMMUTABLE))
  }

  const index = await readFile(join(directory, 'index.html'), 'utf8')
  const shell = deskUrl?.protocol === 'https:' ? index.replace('</body>', () => `${elsewhere(deskUrl)}</body>`) : index
  const sendShell = (_request: FastifyRequest, reply: FastifyReply) => reply.type(HTML).send(shell)
  for (const path of PAGES) app.get(path, sendShell)
  app.get<{ Params: { reference: string } }>('/requests/:reference', (request, reply) =>
    request.params.reference === '' ? reply.callNotFound() : sendShell(request, reply),
  )

  app.setNotFoundHandler((request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !request.url.startsWith('/api/')
    if (!isPage) throw new Refusal(404)
    return sendShell(request, reply.code(404))
  })
}

/**
 * What the page shows while it has neither style nor script: a browser that opened it by plain http asks for both by https,
 * where nobody answers.
 */
function elsewhere({ origin }: URL): string {
  return `<p class="elsewhere">The callback desk is at <a href="${origin}/">${origin}</a>.</p>`
}
