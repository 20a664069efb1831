import type { OutgoingHttpHeaders } from 'node:http'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { ignoreForwardedPorts, warnOfUntrustedProxy } from './client-address.ts'
import { closeConnectionsOnShutdown, limitConnections } from './connections.ts'
import { answerSocketErrors, refuseMalformedRequests } from './malformed-requests.ts'
import { answerMethodNotAllowed } from './method-not-allowed.ts'
import { answerRefusals, sendProblem } from './problem.ts'
import { sendSecurityHeaders } from './security-headers.ts'

/** 64 KiB: 2,000 Devanagari letters, urlencoded, are 18,008 bytes. */
export const MAX_BODY_BYTES = 64 * 1_024

/**
 * Longer than load balancers keep an idle connection, commonly 60 s. Otherwise they send a request on a connection that
 * we have just closed.
 */
const KEEP_ALIVE_BEHIND_PROXY_MS = 75_000

/**
 * What the public listener and the desk's have in common: limits, time-outs, headers of every answer, and the answers to
 * calls that are not ours. It has no route, and reads no body yet.
 *
 * @param headers of every answer
 */
export function createListener({
  headers,
  trustedProxies,
  logger,
}: {
  headers: OutgoingHttpHeaders
  trustedProxies: string[]
  logger: FastifyBaseLogger
}): FastifyInstance {
  const isBehindProxy = trustedProxies.length > 0
  const app = fastify({
    loggerInstance: logger,
    logController: new RequestLog(),
    trustProxy: isBehindProxy ? trustedProxies : false,
    bodyLimit: MAX_BODY_BYTES,
    // For an address that Fastify cannot read; its own answer would repeat the address.
    frameworkErrors: ({ code }, request, reply: FastifyReply) => {
      request.log.info({ status: 400, code }, 'no valid request')
      sendProblem(reply.code(400).headers(headers))
    },
    clientErrorHandler: answerSocketErrors(headers),
    // A visitor on a slow line sends a form in much less; Fastify's default is no limit.
    requestTimeout: 10_000,
    // For a client that does not read its answer; every answer is ready sooner.
    connectionTimeout: 20_000,
    keepAliveTimeout: isBehindProxy ? KEEP_ALIVE_BEHIND_PROXY_MS : 5_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // A longer parameter is an unknown record like any other.
    routerOptions: { maxParamLength: MAX_BODY_BYTES },
    // No route has a schema, so the two compilers for schemas need not be loaded at the start.
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    // A request that still arrives on an open connection while the server stops is answered as usual.
    return503OnClosing: false,
  })
  app.removeAllContentTypeParsers()
  limitConnections(app)
  answerRefusals(app)
  sendSecurityHeaders(app, headers)
  refuseMalformedRequests(app)
  if (isBehindProxy) ignoreForwardedPorts(app)
  else warnOfUntrustedProxy(app)
  closeConnectionsOnShutdown(app)
  answerMethodNotAllowed(app)
  return app
}

function noSchema(): never {
  throw new Error('No route has a schema.')
}

/**
 * Writes one line for each request: how it was answered, and nothing about who sent it or what it contained. The route
 * is its pattern, never the address, which may contain anything that a visitor typed.
 */
class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      route: request.is404 ? null : (request.routeOptions.url ?? null),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    }
    if (error) request.log.warn({ ...line, err: error }, 'request aborted')
    else request.log.info(line, 'request')
  }
}
