import type { FastifyInstance } from 'fastify'
import { acceptsHtml } from '../../http/body/media-type.ts'
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
