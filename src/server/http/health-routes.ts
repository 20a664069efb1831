import type { FastifyPluginAsync } from 'fastify'
import type { WriteProbe } from '../storage/database/write-probe.ts'
import { Refusal } from './problem.ts'

interface HealthOptions {
  writeProbe: WriteProbe
  /** Aborted when the server is about to stop. */
  stopping: AbortSignal
}

/**
 * `/healthz` answers while the process can. `/readyz` answers 200 when the store accepts writes and the server is not
 * about to stop, otherwise 503.
 */
export const healthRoutes: FastifyPluginAsync<HealthOptions> = async (app, { writeProbe, stopping }) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (stopping.aborted) throw new Refusal(503)
    await writeProbe.assertWritable()
    return { status: 'ready' }
  })
}
