import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
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

/** Nothing of the desk stays in a browser's cache, except files whose names contain the hash of their content. */
const NO_STORE = 'no-store'
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves the built app from memory. Another page is the app's own, with 404. */
export async function serveDeskPages(app: FastifyInstance, directory: string): Promise<void> {
  const assets = join(directory, 'assets')
  for (const file of await readdir(assets)) {
    if (/\.(br|gz)$/.test(file)) continue
    app.get(`/assets/${file}`, await cachedFile(join(assets, file), IMMUTABLE))
  }

  const sendShell = await cachedFile(join(directory, 'index.html'), NO_STORE)
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
