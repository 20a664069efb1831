import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FORM_TYPE, mediaTypeOf } from './media-type.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** True for a form that the browser posted itself, without script; false for a call by the page's script. */
    isPlainPost: boolean
  }
}

/**
 * Refuses calls that other sites make a visitor's browser send. A script's call bears a marker header, which another
 * site cannot add unasked; a plain form post cannot, so the browser itself must say that it comes from our own page.
 */
export function refuseOtherSites(app: FastifyInstance, { publicUrl }: { publicUrl: URL | null }): void {
  app.decorateRequest('isPlainPost', false)

  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    const isOurOrigin = origin !== undefined && ourOrigin(origin, request.headers.host, publicUrl)
    if (origin !== undefined && !isOurOrigin) return reply.problem(403)
    if (site !== undefined && site !== 'same-origin') return reply.problem(403)

    if (request.headers['x-requested-with']?.toString().toLowerCase() === 'xmlhttprequest') return
    const isFromOurPage = isOurOrigin || site === 'same-origin'
    if (!isFromOurPage || !isFormOfBrowser(request)) return reply.problem(403)
    request.isPlainPost = true
  })
}

function isFormOfBrowser({ headers }: FastifyRequest): boolean {
  return mediaTypeOf(headers['content-type']) === FORM_TYPE && /\btext\/html\b/i.test(headers.accept ?? '')
}

/** Compares hosts, not schemes: behind a proxy that ends TLS, the server does not see the visitor's. */
function ourOrigin(origin: string, host: string | undefined, publicUrl: URL | null): boolean {
  const url = URL.parse(origin)
  if (url === null || url.host === '') return false
  // Read with the same scheme, so that a default port counts alike whether it is written or not.
  const asked = host === undefined ? null : URL.parse(`${url.protocol}//${host}`)
  return url.host === asked?.host || url.host === publicUrl?.host
}
