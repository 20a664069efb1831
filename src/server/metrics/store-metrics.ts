import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { diskSpaceOf } from '../alerts/disk-space.ts'
import { countOverdue } from '../storage/callbacks/overdue-callbacks.ts'
import type { Database } from '../storage/database/open-database.ts'
import type { WriteProbe } from '../storage/database/write-probe.ts'
import { undeliveredCounts } from '../storage/outbox/undelivered-messages.ts'

/** Well below 10 s, after which Prometheus gives up by default: without the store it still gets everything else. */
const TIMEOUT_MS = 2_000

/** A count stops here: 10,000 take SQLite under 1 ms, for which posts wait. The age of the oldest has no limit. */
const MAX_COUNT = 10_000

export interface StoreMetricsOptions {
  database: Database
  writeProbe: WriteProbe
  /** The directory of the store; null for PostgreSQL, whose disk is elsewhere. */
  dataDirectory: string | null
  /** For each problem its check: a text where somebody must act. */
  checks: Readonly<Record<string, () => Promise<string | null>>>
  now: () => Date
  logger: FastifyBaseLogger
  timeoutMs?: number
}

/**
 * What waits in the store, read when it is asked for. Scrapes at the same time share one reading, and no reading begins
 * while another has not ended, so a store that hangs gets no further queries. A value that cannot be had in time is
 * absent, never outdated.
 */
export function addStoreMetrics(register: Registry, options: StoreMetricsOptions): void {
  const { database, writeProbe, dataDirectory, checks, now, logger, timeoutMs = TIMEOUT_MS } = options
  const secondsSince = (instant: string | null) =>
    instant === null ? 0 : Math.max(0, (now().getTime() - Date.parse(instant)) / 1_000)

  /** Undefined when the work fails or takes too long. */
  const inTime = <Result>(work: () => Promise<Result>) => {
    const logged = shared(() =>
      work().catch((error: unknown) => {
        logger.error({ err: error }, 'a metric cannot be read')
        return undefined
      }),
    )
    return () => Promise.race([logged(), delay(timeoutMs, undefined, { ref: false })])
  }
  /** A metric whose reading is undefined is left out. */
  const gauge = (name: string, help: string, read: () => Promise<number | undefined>) => {
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const value = await read()
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  }

  const writable = inTime(() => writeProbe.assertWritable().then(() => 1))
  const outbox = inTime(() => undeliveredCounts(database))
  const overdue = inTime(() => countOverdue(database, now(), MAX_COUNT))
  gauge(
    'clinic_store_up',
    '1 while the store accepts writes, as /readyz says; otherwise 0',
    async () => (await writable()) ?? 0,
  )
  gauge('clinic_outbox_waiting', 'Messages that wait for delivery', async () => (await outbox())?.waiting)
  gauge(
    'clinic_outbox_oldest_waiting_seconds',
    'How long the oldest of them has waited; 0 when none waits',
    async () => {
      const counts = await outbox()
      return counts && secondsSince(counts.oldestWaitingAt)
    },
  )
  gauge('clinic_outbox_abandoned', 'Messages that are not tried again', async () => (await outbox())?.abandoned)
  gauge(
    'clinic_callbacks_overdue',
    'Callbacks whose window is over and that nobody has settled; 10000 for more',
    async () => (await overdue())?.count,
  )
  gauge(
    'clinic_callbacks_oldest_overdue_seconds',
    'How long ago the first of their windows ended; 0 when there is none',
    async () => {
      const found = await overdue()
      return found && secondsSince(found.oldestUntil)
    },
  )
  const problems = Object.entries(checks).map(([problem, check]) => [problem, inTime(check)] as const)
  new Gauge({
    name: 'clinic_problem',
    help: '1 while somebody must act on a problem, as "requests check" says; otherwise 0',
    labelNames: ['problem'],
    registers: [register],
    async collect() {
      for (const [problem, text] of await Promise.all(
        problems.map(async ([name, read]) => [name, await read()] as const),
      )) {
        if (text === undefined) this.remove({ problem })
        else this.set({ problem }, text === null ? 0 : 1)
      }
    },
  })
  if (dataDirectory === null) return
  const space = inTime(() => diskSpaceOf(dataDirectory))
  gauge(
    'clinic_store_disk_free_bytes',
    'Free space of the disk that has DATA_DIR',
    async () => (await space())?.freeBytes,
  )
  gauge('clinic_store_disk_size_bytes', 'Size of the disk that has DATA_DIR', async () => (await space())?.sizeBytes)
}

/** The same work, of which only one runs at a time: whoever asks meanwhile gets its result. */
function shared<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
