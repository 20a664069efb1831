import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Today's browsers and the usual proxies wait for an answer before they send the next request on its connection. */
const MAX_UNREAD_ANSWERS = 10

/** More than a department's visitors ever open; 2,000 silent ones take under 100 MB. */
const MAX_CONNECTIONS = 2_000

/**
 * Limits what clients can hold by open connections and unread answers. Beyond 2,000 connections a new one is closed at
 * once. A connection is also closed when a request arrives on it while ten of its answers are unread. Registered before
 * everything that reads or answers a call.
 */
export function limitConnections(app: FastifyInstance): void {
  app.server.maxConnections = MAX_CONNECTIONS
  const unreadAnswers = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const count = (unreadAnswers.get(socket) ?? 0) + 1
    if (count > MAX_UNREAD_ANSWERS) {
      reply.hijack()
      socket.destroy()
    } else {
      unreadAnswers.set(socket, count)
      reply.raw.once('close', () => unreadAnswers.set(socket, (unreadAnswers.get(socket) ?? 1) - 1))
    }
    done()
  })
}

/**
 * Asks clients to close their connections while the server stops. Otherwise a connection that was busy at that moment
 * would be kept alive after its answer and delay the stop.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
