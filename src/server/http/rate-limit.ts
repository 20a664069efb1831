import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Counted, Sent } from '../storage/limits.ts'
import { clientOf, isForwarded, isLoopback } from './client-address.ts'
import { Refusal } from './problem.ts'

export interface RateLimit {
  maxPosts: number
  windowSeconds: number
  /** Whether calls from this machine that did not come through a proxy are limited too. */
  limitsLoopback: boolean
}

/** What one client may send in a window. */
export interface SentLimit extends Sent {
  windowSeconds: number
}

/** Counts what each client sends. */
export interface SentCounts {
  /** Adds to what a client has sent in its window, which begins with its first post. @returns whether that is allowed */
  add(client: string, sent: Sent, limit: SentLimit): Promise<Counted>
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
  counts: SentCounts,
): void {
  const limit = { posts: maxPosts, bytes: MAX_BYTES, windowSeconds }

  /** @throws Refusal */
  async function add(request: FastifyRequest, sent: Sent): Promise<void> {
    if (!limitsLoopback && isFromThisMachine(request)) return
    const counted = await counts.add(clientOf(request), sent, limit).catch((error): Counted => {
      request.log.warn({ err: error }, 'the rate limit cannot be counted')
      return { ok: true }
    })
    assertAllowed(counted)
  }

  app.addHook('onRequest', (request) => {
    const announcedBytes = Number(request.headers['content-length'] ?? 0)
    const isRead = announcedBytes <= (request.routeOptions.bodyLimit ?? 0)
    return add(request, { posts: 1, bytes: isRead ? announcedBytes : 0 })
  })

  // A body without an announced length is counted once it has been read.
  app.addHook('preValidation', async (request) => {
    if (request.headers['content-length'] !== undefined || !Buffer.isBuffer(request.body)) return
    await add(request, { posts: 0, bytes: request.body.length })
  })
}

/** @throws Refusal of somebody who has tried or sent too much */
export function assertAllowed(counted: Counted | undefined): void {
  if (counted && !counted.ok) throw new Refusal(429, {}, { 'retry-after': counted.retryAfterSeconds })
}

/** A forwarding header means that a proxy on this machine passes on a call from anywhere. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress: peer } = request.socket
  return peer !== undefined && !isForwarded(request) && isLoopback(peer)
}
