import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Repeated } from '../repeated.ts'
import { aliveSessions } from '../storage/sessions.ts'
import { sessionOf } from './access.ts'
import type { DeskOptions } from './desk-options.ts'

/** Proxies and pages that hear nothing for longer assume a broken connection. Source: desk, section 9. */
const COMMENT_INTERVAL_MS = 15_000

/** A comment, and an event because a page's script does not hear of comments. */
const COMMENT = ':\n\nevent: alive\ndata: {}\n\n'

/** Changes are told together, so that a flood of requests is not a flood of events. */
const CHANGES_INTERVAL_MS = 250

/** For each session: a browser has one for all its tabs. Source: desk, section 2. */
const MAX_STREAMS = 10

/** Anything may have changed. */
const CHANGED = 'event: changed\ndata: {"ids":[]}\n\n'

/**
 * How often open streams are compared with the store: a stream ends with its session, and pages hear what other processes
 * have changed. 2 s are allowed. Source: desk, sections 2 and 9.
 */
const CHECK_MS = 500

/**
 * `GET /api/events`: a stream of events for each signed-in browser. A stream ends with its session, whichever instance
 * or command ended it, after the event `session-ended`. All streams end when the server stops.
 */
export function streamEvents(
  app: FastifyInstance,
  { database, now, changes }: Pick<DeskOptions, 'database' | 'now' | 'changes'>,
): void {
  const streams = new Map<PassThrough, string>()

  function end(stream: PassThrough, last = ''): void {
    if (streams.delete(stream)) stream.end(last)
  }

  const config = { access: 'staff', isBackground: true } as const
  // Without HEAD: its answer would never end.
  app.get('/api/events', { config, exposeHeadRoute: false }, (request, reply) => {
    const { tokenHash } = sessionOf(request)
    const own = [...streams].filter(([, hash]) => hash === tokenHash)
    // The oldest first.
    for (const [stream] of own.slice(0, Math.max(0, own.length - MAX_STREAMS + 1))) end(stream)
    const stream = new PassThrough()
    streams.set(stream, tokenHash)
    stream.on('close', () => streams.delete(stream))
    stream.write('retry: 2000\n\n')
    const contentType = 'text/event-stream; charset=utf-8'
    return reply.headers({ 'content-type': contentType, 'x-accel-buffering': 'no' }).send(stream)
  })

  /** A reader that reads nothing is closed by the listener's time-out, long before these fill any memory. */
  const tell = (event: string) => {
    for (const stream of streams.keys()) stream.write(event)
  }
  const comments = setInterval(() => tell(COMMENT), COMMENT_INTERVAL_MS).unref()

  let timer: NodeJS.Timeout | undefined
  const unsubscribe = changes.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      tell(CHANGED)
    }, CHANGES_INTERVAL_MS).unref()
  })

  let isWarned = false
  async function check(): Promise<void> {
    const open = [...streams]
    const alive = await aliveSessions(
      database,
      now(),
      open.map(([, tokenHash]) => tokenHash),
    )
    for (const [stream, tokenHash] of open) {
      if (!alive.has(tokenHash)) end(stream, 'event: session-ended\ndata: {}\n\n')
    }
    if (await changes.byOthers()) changes.publishHere()
    isWarned = false
  }
  const checks = new Repeated(check, CHECK_MS, (error) => {
    if (!isWarned) app.log.warn({ err: error }, 'open pages do not hear what has changed')
    isWarned = true
  })

  // Pages are told of changes that come after the first check.
  app.addHook('onReady', async () => checks.start())
  // Fastify waits for open answers before it closes.
  app.addHook('preClose', async () => {
    clearInterval(comments)
    clearTimeout(timer)
    unsubscribe()
    // First: a running check may wait for the store.
    for (const stream of streams.keys()) end(stream)
    await checks.close()
  })
}
