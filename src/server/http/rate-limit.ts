import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Counted, Counts, Sent } from '../storage/rate-limit/rate-limit-counts.ts'
import { clientOf, isForwarded, isLoopback } from './client-address.ts'
import { Refusal } from './problem.ts'

export interface RateLimit {
  maxPosts: number
  windowSeconds: number
  /** Whether calls from this machine that did not come through a proxy are limited too. */
  limitsLoopback: boolean
}

/** The bodies of one client's posts together, per window: 1 MiB. */
const MAX_BYTES = 1_024 * 1_024

/**
 * Limits how many posts one client address may send, and how many bytes their bodies may have together. Every post
 * counts, even one that is refused later. The bytes are those of the body as sent; a body over the body limit is refused
 * unread and counts none.
 *
 * @param counts shared by all scopes with the same limit. While they cannot be reached nobody is over the limit: the
 * store cannot take a request then either, and answering 503 is cheap.
 */
export function limitRate(
  app: FastifyInstance,
  { maxPosts, windowSeconds, limitsLoopback }: RateLimit,
  counts: Counts,
): void {
  /** @returns undefined for a client that has no limit */
  async function add(request: FastifyRequest, sent: Sent): Promise<Counted | undefined> {
    if (!limitsLoopback && isFromThisMachine(request)) return undefined
    try {
      return await counts.add(clientOf(request), sent, windowSeconds)
    } catch (error) {
      request.log.warn({ err: error }, 'the rate limit cannot be counted')
      return undefined
    }
  }

  app.addHook('onRequest', async (request) => {
    const announcedBytes = Number(request.headers['content-length'] ?? 0)
    const isRead = announcedBytes <= (request.routeOptions.bodyLimit ?? 0)
    const counted = await add(request, { posts: 1, bytes: isRead ? announcedBytes : 0 })
    if (counted && (counted.posts > maxPosts || counted.bytes > MAX_BYTES)) throw tooMany(counted)
  })

  // A body without an announced length is counted once it has been read.
  app.addHook('preValidation', async (request) => {
    if (request.headers['content-length'] !== undefined || !Buffer.isBuffer(request.body)) return
    const counted = await add(request, { posts: 0, bytes: request.body.length })
    if (counted && counted.bytes > MAX_BYTES) throw tooMany(counted)
  })
}

function tooMany({ millisecondsLeft }: Counted): Refusal {
  return new Refusal(429, {}, { 'retry-after': Math.ceil(millisecondsLeft / 1_000) })
}

/** A forwarding header means that a proxy on this machine passes on a call from anywhere. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress: peer } = request.socket
  return peer !== undefined && !isForwarded(request) && isLoopback(peer)
}
