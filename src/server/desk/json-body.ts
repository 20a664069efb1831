import type { FastifyInstance, FastifyRequest } from 'fastify'
import { normalized, TOO_MANY_MARKS } from '../../callback-request/normalized.ts'
import type { ValidationResult } from '../../callback-request/rules.ts'
import { MAX_TYPED } from '../../callback-request/staff-account.ts'
import { type DecodedBody, decodeJson } from '../http/body/decode-body.ts'
import { JSON_TYPE, mediaTypeOf } from '../http/body/request-body.ts'
import { Refusal } from '../http/problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route takes a JSON object as its body. Others ignore what is sent. */
    takesJson?: true
  }
}

/**
 * Gives the routes that take JSON their bodies as objects: counts the bytes first (413), then checks the content type
 * (415), then decodes (400).
 */
export function readJsonBodies(app: FastifyInstance): void {
  // Fastify refuses a content type that it cannot read before it counts the bytes.
  const mediaTypes = new WeakMap<FastifyRequest, string | undefined>()
  app.addHook('onRequest', async (request) => {
    mediaTypes.set(request, mediaTypeOf(request.headers['content-type']))
    request.headers['content-type'] = 'application/octet-stream'
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
  app.addHook('preHandler', async (request) => {
    if (!request.routeOptions.config.takesJson) return
    if (mediaTypes.get(request) !== JSON_TYPE) throw new Refusal(415)
    const body = decodeJson((request.body as Buffer | undefined) ?? Buffer.alloc(0))
    request.body = body
    if (body === undefined) throw new Refusal(400)
  })
}

/**
 * A member of a body that must be a text, in NFC.
 *
 * @throws Refusal with the message when it is missing, of another type, too long as it was sent, or has too many
 * combining marks in a row
 */
export function textIn(body: DecodedBody, name: string, message: string): string {
  const value = body[name]
  if (typeof value === 'string' && [...value].length <= MAX_TYPED && !TOO_MANY_MARKS.test(value)) {
    return normalized(value)
  }
  throw new Refusal(422, { errors: { [name]: message } })
}

/** Members of a body that are true or false; false where they are missing. @throws Refusal of any other value */
export function booleansIn<Name extends string>(body: DecodedBody, ...names: Name[]): Record<Name, boolean> {
  const values = names.map((name) => [name, body[name] ?? false])
  const wrong = values.filter(([, value]) => typeof value !== 'boolean')
  const errors = Object.fromEntries(wrong.map(([name]) => [name, 'This must be true or false']))
  if (wrong.length > 0) throw new Refusal(422, { errors })
  return Object.fromEntries(values)
}

/** The value of a valid form. @throws Refusal of another one, with its messages */
export function valid<Value>(result: ValidationResult<Value>): Value {
  if (!result.ok) throw new Refusal(422, { errors: result.errors })
  return result.value
}
