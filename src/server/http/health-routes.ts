import type { FastifyPluginAsync } from 'fastify'
import type { WriteProbe } from '../storage/database/write-probe.ts'

/** `/healthz` answers while the process can. `/readyz` answers 200 when the store accepts writes, otherwise 503. */
export const healthRoutes: FastifyPluginAsync<{ writeProbe: WriteProbe }> = async (app, { writeProbe }) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await writeProbe.assertWritable()
    return { status: 'ready' }
  })
}
