import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptsHtml } from './body/media-type.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * True for an HTML form post: a form that the browser posted itself, without script. Whatever refuses it, the
     * visitor sees the answer as a page. False for a fetch submission.
     */
    isHtmlFormPost: boolean
  }
}

/** Recognises the HTML form posts among the calls of this scope. Registered before everything that may refuse a call. */
export function recogniseHtmlFormPosts(app: FastifyInstance): void {
  app.decorateRequest('isHtmlFormPost', false)

  app.addHook('onRequest', async (request) => {
    request.isHtmlFormPost = acceptsHtml(request.headers.accept) && !hasMarker(request)
  })
}

/**
 * Whether a call has the marker header, which no other site can add without our consent. Another value is no marker:
 * WebViews on Android may send the name of their app in this header with every page that they load.
 */
export function hasMarker({ headers }: FastifyRequest): boolean {
  return headers['x-requested-with']?.toString().toLowerCase() === 'xmlhttprequest'
}
