import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

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
