import type { FastifyPluginAsync } from 'fastify'
import type { WriteProbe } from '../storage/database/write-probe.ts'

/** `/healthz`: the process can answer. `/readyz`: the store takes writes, else 503. */
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
