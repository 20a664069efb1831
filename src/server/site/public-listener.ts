import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { mediaTypeOf } from '../http/body/request-body.ts'
import { healthRoutes } from '../http/health-routes.ts'
import { InMemoryCounts } from '../http/in-memory-counts.ts'
import { createListener } from '../http/listener.ts'
import type { SentCounts } from '../http/rate-limit.ts'
import { hasMarker, refuseOtherOrigins } from '../http/require-same-origin.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { WriteProbe } from '../storage/database/write-probe.ts'
import type { BuiltSite } from './built-site.ts'
import { serveCachedPages } from './cached-pages.ts'
import { DuplicateMessages } from './forms/duplicate-messages.ts'
import { fetchSubmissions } from './forms/fetch-submissions.ts'
import { htmlFormPosts } from './forms/html-form-posts.ts'
import type { FormOptions } from './forms/receive-submission.ts'
import { restoredTabs } from './forms/restored-tabs.ts'
import { withdrawals } from './forms/withdrawals.ts'

export interface PublicListenerOptions
  extends Omit<FormOptions, 'duplicateMessages' | 'rateLimitCounts'>,
    Omit<BuiltSite, 'department' | 'contents' | 'version' | 'clock'> {
  writeProbe: WriteProbe
  /** Aborted when the server is about to stop. */
  stopping: AbortSignal
  publicUrl: URL | null
  trustedProxies: string[]
  /** Where all instances count what a client sends, when there are several; in memory otherwise. */
  rateLimitCounts?: SentCounts | undefined
  /** Adds hooks to the routes of the forms. */
  observeForms?: ((forms: FastifyInstance) => void) | undefined
  logger: FastifyBaseLogger
}

/** The public listener. Reads from top to bottom in the order in which a call is checked: the first refusal is the answer. */
export async function buildPublicListener(options: PublicListenerOptions): Promise<FastifyInstance> {
  const app = createListener({ ...options, headers: securityHeaders(options) })

  await serveCachedPages(app, options)
  await app.register(healthRoutes, options)

  addSubmissionConstraint(app)
  await app.register(restoredTabs, options)
  await app.register(async (forms) => {
    options.observeForms?.(forms)
    forms.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    refuseOtherOrigins(forms, options)

    const rateLimitCounts = options.rateLimitCounts ?? new InMemoryCounts()
    const formOptions = { ...options, rateLimitCounts, duplicateMessages: new DuplicateMessages() }
    await forms.register(fetchSubmissions, formOptions)
    await forms.register(htmlFormPosts, formOptions)
    await forms.register(withdrawals, formOptions)
  })
  return app
}

/**
 * Tells the two ways of sending a form apart, by the constraint `submission` of a route: `html` is an HTML form post,
 * which the browser sends without script; `fetch` is every other call. This is the only place that distinguishes them.
 */
function addSubmissionConstraint(app: FastifyInstance): void {
  app.addConstraintStrategy({
    name: 'submission',
    storage: () => new Map(),
    deriveConstraint: ({ headers }) => (acceptsHtml(headers.accept) && !hasMarker(headers) ? 'html' : 'fetch'),
  })
}

/**
 * Whether an Accept header names text/html, as browsers do when they load a page. A wildcard does not count, because
 * `fetch` and command-line tools send one.
 */
function acceptsHtml(accept = ''): boolean {
  return accept.split(',').some((range) => mediaTypeOf(range) === 'text/html' && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range))
}
