import type { FastifyInstance } from 'fastify'
import { type DecodedBody, decodeForm, decodeJson } from './decode-body.ts'
import { FORM_TYPE, JSON_TYPE, mediaTypeOf } from './media-type.ts'

declare module 'fastify' {
  interface FastifyRequest {
    declaredType: string | undefined
  }
  interface FastifyContextConfig {
    /** The content type that a script's call of this route has. A plain form post is always urlencoded. */
    mediaType?: typeof JSON_TYPE | typeof FORM_TYPE
  }
}

/**
 * Gives the routes of this scope their bodies as objects: counted first (413), then judged by content type (415),
 * then decoded (400).
 */
export function readBodies(app: FastifyInstance): void {
  app.decorateRequest('declaredType', undefined)

  // Fastify itself would refuse a content type before it has counted the body, so the header is put aside until then.
  app.addHook('onRequest', async (request) => {
    request.declaredType = mediaTypeOf(request.headers['content-type'])
    delete request.headers['content-type']
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)

  app.addHook('preHandler', async (request, reply) => {
    const expected = request.isPlainPost ? FORM_TYPE : request.routeOptions.config.mediaType
    if (request.declaredType !== expected) return reply.problem(415)

    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
    const body: DecodedBody | undefined = expected === JSON_TYPE ? decodeJson(bytes) : decodeForm(bytes)
    if (body === undefined) return reply.problem(400)
    request.body = body
  })
}
