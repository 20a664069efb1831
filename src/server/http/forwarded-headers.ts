import type { FastifyInstance } from 'fastify'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/**
 * Warns, once, when a proxy seems to stand before a server that has not been told of it: all visitors would share
 * one rate limit.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let warned = false
  app.addHook('onRequest', async (request) => {
    if (warned || !FORWARDED.some((name) => request.headers[name] !== undefined)) return
    warned = true
    app.log.warn(
      'Forwarded headers arrive, but TRUST_PROXY is not set: they are ignored, and every visitor counts as the proxy. ' +
        "Set TRUST_PROXY to the proxy's address.",
    )
  })
}
