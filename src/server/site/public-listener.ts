import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, fastify } from 'fastify'
import { ignoreForwardedPorts } from '../http/client-address.ts'
import { closeConnectionsOnShutdown, limitConnections } from '../http/connections.ts'
import { warnOfUntrustedProxy } from '../http/forwarded-headers.ts'
import { healthRoutes } from '../http/health-routes.ts'
import { InMemoryCounts } from '../http/in-memory-counts.ts'
import { answerMethodNotAllowed } from '../http/method-not-allowed.ts'
import { answerRefusals, sendProblem } from '../http/problem.ts'
import { RequestLog } from '../http/request-log.ts'
import { refuseOtherOrigins } from '../http/require-same-origin.ts'
import { securityHeaders, sendSecurityHeaders } from '../http/security-headers.ts'
import { answerSocketError } from '../http/socket-errors.ts'
import type { WriteProbe } from '../storage/database/write-probe.ts'
import type { Counts } from '../storage/rate-limit/rate-limit-counts.ts'
import type { BuiltSite } from './built-site.ts'
import { serveCachedPages } from './cached-pages.ts'
import { DuplicateMessages } from './forms/duplicate-messages.ts'
import { fetchSubmissions } from './forms/fetch-submissions.ts'
import type { FormOptions } from './forms/form-options.ts'
import { htmlFormPosts } from './forms/html-form-posts.ts'
import { addSubmissionConstraint } from './forms/submission-constraint.ts'

export interface PublicListenerOptions
  extends Omit<FormOptions, 'duplicateMessages' | 'rateLimitCounts'>,
    Omit<BuiltSite, 'department'> {
  writeProbe: WriteProbe
  publicUrl: URL | null
  trustedProxies: string[]
  /** Where all instances count what a client sends, when there are several; in memory otherwise. */
  rateLimitCounts?: Counts | undefined
  logger: FastifyBaseLogger
}

/** 64 KiB: 2,000 Devanagari letters, urlencoded, are 18,008 bytes. */
const MAX_BODY_BYTES = 64 * 1_024

/**
 * Longer than load balancers keep an idle connection, commonly 60 s. Otherwise they send a request on a connection that
 * we have just closed.
 */
const KEEP_ALIVE_BEHIND_PROXY_MS = 75_000

/** The public listener. Reads from top to bottom in the order in which a call is checked: the first refusal is the answer. */
export async function buildPublicListener(options: PublicListenerOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options)
  const isBehindProxy = options.trustedProxies.length > 0
  const app = fastify({
    loggerInstance: options.logger,
    logController: new RequestLog(),
    trustProxy: isBehindProxy ? options.trustedProxies : false,
    bodyLimit: MAX_BODY_BYTES,
    // For an address that Fastify cannot read; its own answer would repeat the address.
    frameworkErrors: (_error, _request, reply: FastifyReply) => void sendProblem(reply.code(400).headers(headers)),
    clientErrorHandler: answerSocketError,
    // A visitor on a slow line sends a form in much less; Fastify's default is no limit.
    requestTimeout: 10_000,
    // For a client that does not read its answer; every answer is ready sooner.
    connectionTimeout: 20_000,
    keepAliveTimeout: isBehindProxy ? KEEP_ALIVE_BEHIND_PROXY_MS : 5_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    // No route has a schema, so the two compilers for schemas need not be loaded at the start.
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    // A request that still arrives on an open connection while the server stops is answered as usual.
    return503OnClosing: false,
  })
  app.removeAllContentTypeParsers()
  limitConnections(app)

  answerRefusals(app)
  sendSecurityHeaders(app, headers)
  if (isBehindProxy) ignoreForwardedPorts(app)
  else warnOfUntrustedProxy(app)
  closeConnectionsOnShutdown(app)
  answerMethodNotAllowed(app)

  await serveCachedPages(app, options)
  await app.register(healthRoutes, options)

  addSubmissionConstraint(app)
  await app.register(async (forms) => {
    forms.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    refuseOtherOrigins(forms, options)

    const rateLimitCounts = options.rateLimitCounts ?? new InMemoryCounts()
    const formOptions = { ...options, rateLimitCounts, duplicateMessages: new DuplicateMessages() }
    await forms.register(fetchSubmissions, formOptions)
    await forms.register(htmlFormPosts, formOptions)
  })
  return app
}

function noSchema(): never {
  throw new Error('No route of this listener has a schema.')
}
