import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createListener } from '../http/listener.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { addRequestMetrics } from './request-metrics.ts'
import { addStoreMetrics, type StoreMetricsOptions } from './store-metrics.ts'

export interface MetricsOptions extends StoreMetricsOptions {
  /** Of the running program, as `package.json` has it. */
  version: string
  /** How many lines the log has dropped since the start. */
  droppedLogLines: () => number
}

export type Metrics = ReturnType<typeof buildMetrics>

/**
 * The listener for Prometheus: `GET /metrics`, and nothing else. Metrics contain numbers and names of ours, never what
 * somebody typed; whoever reads them learns how busy the department is.
 */
export function buildMetrics(options: MetricsOptions) {
  const headers = {
    ...securityHeaders({ styleHashes: [], scriptHashes: [], publicUrl: null }),
    'cache-control': 'no-store',
  }
  const app = createListener({ headers, trustedProxies: [], logger: options.logger })
  const register = new Registry()
  // Of the process: memory, processor, files, event loop, garbage collection.
  collectDefaultMetrics({ register })
  const requests = addRequestMetrics(register)
  const readStore = addStoreMetrics(register, options)
  addDroppedLogLines(register, options.droppedLogLines)
  const build = {
    name: 'clinic_build_info',
    help: 'Always 1, with the version of the program',
    labelNames: ['version'],
  }
  new Gauge({ ...build, registers: [register] }).set({ version: options.version }, 1)

  app.get('/metrics', async (_request, reply) => {
    await readStore()
    return reply.type(register.contentType).send(await register.metrics())
  })
  return { app, requests }
}

function addDroppedLogLines(register: Registry, droppedLogLines: () => number): void {
  new Counter({
    name: 'clinic_log_lines_dropped_total',
    help: 'Lines that the log did not accept',
    registers: [register],
    collect() {
      this.reset()
      this.inc(droppedLogLines())
    },
  })
}
