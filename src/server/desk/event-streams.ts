import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { StaffSessions } from '../storage/staff/staff-sessions.ts'
import { sessionOf } from './access.ts'

/** Proxies and pages that hear nothing for longer assume a broken connection. Source: desk, section 9. */
const COMMENT_INTERVAL_MS = 15_000

/** A comment, and an event because a page's script does not hear of comments. */
const COMMENT = ':\n\nevent: alive\ndata: {}\n\n'

/**
 * Changes are told together, so that a flood of requests is not a flood of events, and so that our own changes, which
 * PostgreSQL announces to us too, are told once. We do not rely on its announcements alone: a connection may be broken.
 */
const CHANGES_INTERVAL_MS = 250

/** With more, everything is fetched again. */
const MAX_IDS = 100

/** For each session: a browser has one for all its tabs. Source: desk, section 2. */
const MAX_STREAMS = 10

/** An open stream ends at most this much later than its session; 2 s are allowed. Source: desk, section 2. */
const SESSION_CHECK_MS = 1_000

/** Tells the open pages of this instance which callbacks have changed. */
export class ChangeFeed {
  readonly #listeners = new Set<(ids: readonly string[]) => void>()

  /** @param ids of the callbacks; none means that anything may have changed */
  publish(ids: readonly string[]): void {
    for (const listener of this.#listeners) listener(ids)
  }

  /** @returns a function that ends it */
  subscribe(listener: (ids: readonly string[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/**
 * `GET /api/events`: a stream of events for each signed-in browser. A stream ends with its session, whichever instance
 * or command ended it, after the event `session-ended`. All streams end when the server stops.
 */
export function streamEvents(
  app: FastifyInstance,
  { sessions, changes }: { sessions: StaffSessions; changes: ChangeFeed },
): void {
  const streams = new Map<PassThrough, string>()

  const config = { access: 'staff', isBackground: true } as const
  // Without HEAD: its answer would never end.
  app.get('/api/events', { config, exposeHeadRoute: false }, (request, reply) => {
    const { tokenHash } = sessionOf(request)
    const own = [...streams].filter(([, hash]) => hash === tokenHash)
    // The oldest first.
    for (const [stream] of own.slice(0, Math.max(0, own.length - MAX_STREAMS + 1))) {
      streams.delete(stream)
      if (stream.writableNeedDrain) stream.destroy()
      else stream.end()
    }
    const stream = new PassThrough()
    streams.set(stream, tokenHash)
    stream.on('close', () => streams.delete(stream))
    stream.write('retry: 2000\n\n')
    const contentType = 'text/event-stream; charset=utf-8'
    return reply.headers({ 'content-type': contentType, 'x-accel-buffering': 'no' }).send(stream)
  })

  const comments = setInterval(() => {
    for (const stream of streams.keys()) tell(stream, COMMENT)
  }, COMMENT_INTERVAL_MS).unref()

  let changed = new Set<string>()
  let nextNotice: NodeJS.Timeout | undefined
  const unsubscribe = changes.subscribe((ids) => {
    for (const id of ids.length > 0 ? ids : ['']) changed.add(id)
    nextNotice ??= setTimeout(() => {
      const isEverything = changed.has('') || changed.size > MAX_IDS
      const data = JSON.stringify({ ids: isEverything ? [] : [...changed] })
      changed = new Set()
      nextNotice = undefined
      for (const stream of streams.keys()) tell(stream, `event: changed\ndata: ${data}\n\n`)
    }, CHANGES_INTERVAL_MS).unref()
  })

  let isChecking = false
  const checks = setInterval(async () => {
    if (streams.size === 0 || isChecking) return
    isChecking = true
    try {
      const open = [...streams]
      const alive = await sessions.alive([...new Set(open.map(([, tokenHash]) => tokenHash))])
      for (const [stream, tokenHash] of open) {
        if (!alive.has(tokenHash)) stream.end('event: session-ended\ndata: {}\n\n')
      }
    } catch (error) {
      app.log.warn({ err: error }, 'the sessions of open event streams cannot be checked')
    } finally {
      isChecking = false
    }
  }, SESSION_CHECK_MS).unref()

  // Fastify waits for open answers before it closes.
  app.addHook('preClose', async () => {
    clearInterval(comments)
    clearInterval(checks)
    clearTimeout(nextNotice)
    unsubscribe()
    for (const stream of streams.keys()) stream.end()
  })
}

/** Sends an event. A stream whose reader has not read the earlier ones ends: its page connects again and fetches all. */
function tell(stream: PassThrough, event: string): void {
  if (stream.writableNeedDrain) stream.destroy()
  else stream.write(event)
}
