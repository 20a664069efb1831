import type { FastifyInstance } from 'fastify'
import { hasMarker } from './html-form-post.ts'

/**
 * Refuses calls that other sites make a visitor's browser send. A script's call bears a marker header, which another
 * site cannot add unasked; an HTML form post cannot, so the browser itself must say that it comes from our own page.
 */
export function requireSameOrigin(app: FastifyInstance, { publicUrl }: { publicUrl: URL | null }): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    const isOurOrigin = origin !== undefined && ourOrigin(origin, request.headers.host, publicUrl)
    if (origin !== undefined && !isOurOrigin) return reply.problem(403)
    if (site !== undefined && site !== 'same-origin') return reply.problem(403)

    const isFromOurPage = isOurOrigin || site === 'same-origin'
    if (!hasMarker(request) && !(request.isHtmlFormPost && isFromOurPage)) return reply.problem(403)
  })
}

/** Compares hosts, not schemes: behind a proxy that ends TLS, the server does not see the visitor's. */
function ourOrigin(origin: string, host: string | undefined, publicUrl: URL | null): boolean {
  const url = URL.parse(origin)
  if (url === null || url.host === '') return false
  // Read with the same scheme, so that a default port counts alike whether it is written or not.
  const asked = host === undefined ? null : URL.parse(`${url.protocol}//${host}`)
  return url.host === asked?.host || url.host === publicUrl?.host
}
