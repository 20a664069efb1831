import type { FastifyInstance } from 'fastify'
import { mediaTypeOf } from '../../http/body/request-body.ts'
import { hasMarker } from '../../http/require-same-origin.ts'

/**
 * Tells the two ways of sending a form apart, by the constraint `submission` of a route: `html` is an HTML form post,
 * which the browser sends without script; `fetch` is every other call. This is the only place that distinguishes them.
 */
export function addSubmissionConstraint(app: FastifyInstance): void {
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
