import type { FastifyInstance } from 'fastify'
import { Refusal } from './problem.ts'

/**
 * Answers 405, with the allowed methods, where a path exists but not for this method; Fastify would answer 404. This is
 * the first check of a call. Registered before the routes, because it notes each route as it is added.
 */
export function answerMethodNotAllowed(app: FastifyInstance): void {
  const methodsOfPath = new Map<string, Set<string>>()
  const patterns = new Map<string, RegExp>()

  app.addHook('onRoute', ({ url, method, constraints }) => {
    if (constraints !== undefined && method === 'GET') return // a page at the address of a call
    methodsOfPath.set(url, new Set([...(methodsOfPath.get(url) ?? []), ...[method].flat()]))
    if (url.includes(':')) patterns.set(url, new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`))
  })

  app.addHook('onRequest', async (request) => {
    if (!request.is404) return
    // As the router has read it, which knows what of an address is the path.
    const path = `/${(request.params as { '*'?: string })['*'] ?? ''}`
    const url = methodsOfPath.has(path) ? path : [...patterns].find(([, pattern]) => pattern.test(path))?.[0]
    const allowed = methodsOfPath.get(url ?? path)
    // In such a path %2F is a slash, in a route's it is not: the method itself may be allowed.
    if (allowed && !allowed.has(request.method)) throw new Refusal(405, {}, { allow: [...allowed].join(', ') })
  })
}
