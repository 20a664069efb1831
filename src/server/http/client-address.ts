import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** An IPv6 customer is given a network of at least this many leading bits, and may use any address in it. */
const IPV6_CUSTOMER_BITS = 64

/** Whoever has hung up has no address any more; all of them count as one client. */
const HUNG_UP = 'hung up'

/**
 * The client that a request comes from, as it is counted: its address, of IPv6 its network. Behind proxies that are
 * trusted it is whom they name.
 */
export function clientOf(request: FastifyRequest): string {
  return normalizeIP(request.ip ?? HUNG_UP, IPV6_CUSTOMER_BITS)
}

/**
 * Takes the ports off the addresses in `X-Forwarded-For`, where some proxies write them: `203.0.113.9:4001`,
 * `[2001:db8::1]:4001`. They change with each connection, and no list of trusted proxies names them.
 */
export function ignoreForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const forwardedFor = headers['x-forwarded-for']
    if (forwardedFor === undefined) return
    headers['x-forwarded-for'] = forwardedFor.toString().split(',').map(withoutPort).join(',')
  })
}

function withoutPort(address: string): string {
  return address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
}
