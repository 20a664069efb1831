import type { FastifyInstance } from 'fastify'
import { Refusal } from '../problem.ts'
import { decodeForm, decodeJson } from './decode-body.ts'

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The media type of a Content-Type header, without its parameters; undefined when there is none. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase()
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The only content type that this route accepts. */
    mediaType?: typeof JSON_TYPE | typeof FORM_TYPE
  }
}

/**
 * Gives the routes of this scope their bodies as objects: checks the content type first (415), then counts the bytes of
 * the body (413) and decodes it (400).
 */
export function readBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    if (mediaTypeOf(headers['content-type']) !== routeOptions.config.mediaType) throw new Refusal(415)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)

  app.addHook('preHandler', async (request) => {
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
    const body = request.routeOptions.config.mediaType === JSON_TYPE ? decodeJson(bytes) : decodeForm(bytes)
    if (body === undefined) throw new Refusal(400)
    request.body = body
  })
}
