import type { FastifyInstance, FastifyRequest } from 'fastify'
import { decodeForm, decodeJson } from './decode-body.ts'
import { FORM_TYPE, JSON_TYPE, mediaTypeOf } from './media-type.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The content type that a script's call of this route has. An HTML form post is always urlencoded. */
    mediaType?: typeof JSON_TYPE | typeof FORM_TYPE
  }
}

/**
 * Gives the routes of this scope their bodies as objects: the content type is checked first (415), then the body is
 * counted (413) and decoded (400).
 */
export function readBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (mediaTypeOf(request.headers['content-type']) !== expectedType(request)) return reply.problem(415)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)

  app.addHook('preHandler', async (request, reply) => {
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
    const body = expectedType(request) === JSON_TYPE ? decodeJson(bytes) : decodeForm(bytes)
    request.body = body
    if (body === undefined) return reply.problem(400)
  })
}

function expectedType(request: FastifyRequest) {
  return request.isHtmlFormPost ? FORM_TYPE : request.routeOptions.config.mediaType
}
