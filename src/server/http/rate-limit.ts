import { BlockList, isIPv6 } from 'node:net'
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimitCounts } from '../storage/rate-limit-counts.ts'
import { clientOf } from './client-address.ts'

export interface RateLimit {
  maxPosts: number
  windowSeconds: number
  limitsLoopback: boolean
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/**
 * Limits how many posts one client address may send to all routes of this scope together.
 *
 * @param sharedCounts where all instances count; without it this one counts by itself. While they cannot be reached
 * nobody is over the limit: the store cannot take a request then either, and answering 503 is cheap.
 */
export async function limitRate(
  app: FastifyInstance,
  limit: RateLimit,
  sharedCounts: RateLimitCounts | undefined,
): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: limit.maxPosts,
    timeWindow: limit.windowSeconds * 1_000,
    keyGenerator: clientOf,
    allowList: (request) => !limit.limitsLoopback && isFromThisMachine(request),
    ...(sharedCounts && { store: storeOf(sharedCounts, limit.windowSeconds, app.log), skipOnError: true }),
    errorResponseBuilder: () => Object.assign(new Error('Over the rate limit'), { statusCode: 429 }),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
  app.addHook('onRequest', app.rateLimit())
}

/** The counts as the plugin wants them: a class that it makes an instance of. */
function storeOf(counts: RateLimitCounts, windowSeconds: number, log: FastifyBaseLogger) {
  return class SharedStore implements FastifyRateLimitStore {
    incr(client: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
      counts.count(client, windowSeconds).then(
        ({ posts, millisecondsLeft }) => done(null, { current: posts, ttl: millisecondsLeft }),
        (error: Error) => {
          log.warn({ err: error }, 'the rate limit cannot be counted')
          done(error)
        },
      )
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}

/** A forwarded header means a proxy on this machine, and behind it anybody. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const { remoteAddress: peer } = socket
  if (peer === undefined || headers['x-forwarded-for'] !== undefined) return false
  return LOOPBACK.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')
}
