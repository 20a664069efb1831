import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Today's browsers and the usual proxies wait for an answer before they send the next request on its connection. */
const MOST_UNREAD = 10

/** More than a department's visitors ever open; 2,000 that say nothing take under 100 MB. */
const MOST_CONNECTIONS = 2_000

/**
 * Bounds what clients can hold by connections that they open and answers that they do not read. Beyond 2,000
 * connections a new one is closed at once. A client that sends more requests on one connection while ten of its answers
 * are unread is hung up on. Registered before everything that reads or answers a call.
 */
export function limitConnections(app: FastifyInstance): void {
  app.server.maxConnections = MOST_CONNECTIONS
  const unread = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const count = (unread.get(socket) ?? 0) + 1
    if (count > MOST_UNREAD) {
      reply.hijack()
      socket.destroy()
    } else {
      unread.set(socket, count)
      reply.raw.once('close', () => unread.set(socket, (unread.get(socket) ?? 1) - 1))
    }
    done()
  })
}
