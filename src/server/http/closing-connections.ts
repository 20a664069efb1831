import type { FastifyInstance } from 'fastify'

/**
 * Asks clients to hang up once the server is closing. Otherwise a connection that was busy when the closing began
 * would be kept alive after its answer, and hold the server up.
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
