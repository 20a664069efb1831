import type { FastifyInstance } from 'fastify'

/**
 * Answers 405, with the allowed methods, where a path exists but not for this method; Fastify would answer 404. This is
 * the first check of a call. Registered before the routes, because it notes each route as it is added.
 */
export function answerMethodNotAllowed(app: FastifyInstance): void {
  const methodsOfPath = new Map<string, Set<string>>()

  app.addHook('onRoute', ({ url, method }) => {
    methodsOfPath.set(url, new Set([...(methodsOfPath.get(url) ?? []), ...[method].flat()]))
  })

  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const allowed = methodsOfPath.get(request.url.split('?', 1)[0] ?? '')
    if (allowed) return reply.header('allow', [...allowed].join(', ')).refuse(405)
  })
}
