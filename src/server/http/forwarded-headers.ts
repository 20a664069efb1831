import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The headers that proxies add to a call. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Whether the headers of a call say that it came through a proxy. */
export function isForwarded({ headers }: FastifyRequest): boolean {
  return FORWARDING_HEADERS.some((name) => headers[name] !== undefined)
}

/**
 * Warns once when calls come through a proxy that the configuration does not name: all visitors then share one rate
 * limit.
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
