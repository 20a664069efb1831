import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import { readBodies } from '../http/body/request-body.ts'
import { ignoreForwardedPorts } from '../http/client-address.ts'
import { closeConnectionsOnShutdown } from '../http/closing-connections.ts'
import { limitConnections } from '../http/connection-limits.ts'
import type { RenderFormPage } from '../http/form-page.ts'
import { warnOfUntrustedProxy } from '../http/forwarded-headers.ts'
import { healthRoutes } from '../http/health-routes.ts'
import { recogniseHtmlFormPosts } from '../http/html-form-post.ts'
import { answerMethodNotAllowed } from '../http/method-not-allowed.ts'
import { answerBadAddress, answerWithProblems } from '../http/problem.ts'
import { limitRate, type RateLimit } from '../http/rate-limit.ts'
import { RequestLog } from '../http/request-log.ts'
import { requireSameOrigin } from '../http/require-same-origin.ts'
import { securityHeaders, sendSecurityHeaders } from '../http/security-headers.ts'
import { answerSocketError } from '../http/socket-errors.ts'
import type { WriteProbe } from '../storage/database/write-probe.ts'
import type { RateLimitCounts } from '../storage/rate-limit/rate-limit-counts.ts'
import { serveCachedPages } from './cached-pages.ts'
import { appointmentRoute } from './forms/appointment-route.ts'
import { contactRoute } from './forms/contact-route.ts'
import { DuplicateMessages } from './forms/duplicate-messages.ts'
import type { FormRouteOptions } from './forms/form-route-options.ts'

export interface PublicListenerOptions extends Omit<FormRouteOptions, 'duplicateMessages'> {
  writeProbe: WriteProbe
  /** Makes the page that answers a refused form. */
  renderFormPage: RenderFormPage
  /** Where the built pages lie: an absolute path. */
  siteDirectory: string
  /** Of the styles that stand in the pages themselves, as `sha256-…`. */
  styleHashes: readonly string[]
  /** Of what stands in the pages as script: an import map. */
  scriptHashes: readonly string[]
  publicUrl: URL | null
  trustedProxies: string[]
  rateLimit: RateLimit
  /** Where all instances count what a client sends, when there are several. */
  rateLimitCounts?: RateLimitCounts | undefined
  logger: FastifyBaseLogger
}

/** 64 KiB: 2,000 Devanagari letters, urlencoded, are 18,008 bytes. */
const MAX_BODY_BYTES = 64 * 1_024

/** Longer than load balancers keep an idle connection, commonly 60 s: or they send a request on one that we just closed. */
const KEEP_ALIVE_BEHIND_PROXY_MS = 75_000

/** The public listener. Reads from top to bottom as a call is judged: whatever refuses first, answers. */
export async function buildPublicListener(options: PublicListenerOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options)
  const app = fastify({
    loggerInstance: options.logger,
    logController: new RequestLog(),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: MAX_BODY_BYTES,
    frameworkErrors: (error, request, reply) => answerBadAddress(error, request, reply.headers(headers)),
    clientErrorHandler: answerSocketError,
    // A visitor on a slow line sends a form in well under this; Fastify would wait for ever.
    requestTimeout: 10_000,
    // A client that does not read its answer; every answer is ready sooner.
    connectionTimeout: 20_000,
    keepAliveTimeout: options.trustedProxies.length > 0 ? KEEP_ALIVE_BEHIND_PROXY_MS : 5_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    // No route has a schema: Fastify would load two compilers for them at the start.
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    // What still arrives on an open connection while the server stops is served as well.
    return503OnClosing: false,
  })
  app.removeAllContentTypeParsers()
  limitConnections(app)

  answerWithProblems(app, options)
  sendSecurityHeaders(app, headers)
  ignoreForwardedPorts(app)
  if (options.trustedProxies.length === 0) warnOfUntrustedProxy(app)
  closeConnectionsOnShutdown(app)
  answerMethodNotAllowed(app)

  await serveCachedPages(app, options)
  await app.register(healthRoutes, options)
  await app.register(async (forms) => {
    forms.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    recogniseHtmlFormPosts(forms)
    requireSameOrigin(forms, options)
    limitRate(forms, options.rateLimit, options.rateLimitCounts)
    readBodies(forms)
    const formOptions = { ...options, duplicateMessages: new DuplicateMessages() }
    await forms.register(appointmentRoute, formOptions)
    await forms.register(contactRoute, formOptions)
  })
  return app
}

function noSchema(): never {
  throw new Error('No route of this app has a schema.')
}
