import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What proxies add to a call that they pass on. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Whether a call has come through a proxy, as far as its headers say. */
export function isForwarded({ headers }: FastifyRequest): boolean {
  return FORWARDING_HEADERS.some((name) => headers[name] !== undefined)
}

/**
 * Warns, once, when a proxy seems to stand before a server that has not been told of it: all visitors would share
 * one rate limit.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let warned = false
  app.addHook('onRequest', async (request) => {
    if (warned || !isForwarded(request)) return
    warned = true
    app.log.warn(
      'Forwarded headers arrive, but TRUST_PROXY is not set: they are ignored, and every visitor counts as the proxy. ' +
        "Set TRUST_PROXY to the proxy's address.",
    )
  })
}
