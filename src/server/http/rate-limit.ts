import { BlockList, isIPv6 } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface RateLimit {
  maxPosts: number
  windowSeconds: number
  limitsLoopback: boolean
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/** An IPv6 customer is given a network of at least this many leading bits, and may use any address in it. */
const IPV6_CUSTOMER_BITS = 64

/** Limits how many posts one client address may send to all routes of this scope together. */
export async function limitRate(app: FastifyInstance, limit: RateLimit): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: limit.maxPosts,
    timeWindow: limit.windowSeconds * 1_000,
    ipv6Subnet: IPV6_CUSTOMER_BITS,
    allowList: (request) => !limit.limitsLoopback && isFromThisMachine(request),
    errorResponseBuilder: () => Object.assign(new Error('Over the rate limit'), { statusCode: 429 }),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
  app.addHook('onRequest', app.rateLimit())
}

/** A forwarded header means a proxy on this machine, and behind it anybody. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const { remoteAddress: peer } = socket
  if (peer === undefined || headers['x-forwarded-for'] !== undefined) return false
  return LOOPBACK.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')
}
