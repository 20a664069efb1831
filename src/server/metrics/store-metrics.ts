import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { diskSpaceOf } from '../alerts/disk-space.ts'
import type { ProblemChecks } from '../alerts/problems.ts'
import type { Database } from '../storage/database/open-database.ts'
import type { WriteProbe } from '../storage/database/write-probe.ts'
import { countOverdue } from '../storage/overdue.ts'
import { undeliveredCounts } from '../storage/undelivered.ts'

/** A count stops here: 10,000 take SQLite under 1 ms, for which posts wait. The age of the oldest has no limit. */
const MAX_COUNT = 10_000

export interface StoreMetricsOptions {
  database: Database
  writeProbe: WriteProbe
  /** The directory of the store; null for PostgreSQL, whose disk is elsewhere. */
  dataDirectory: string | null
  checks: ProblemChecks
  now: () => Date
  logger: FastifyBaseLogger
}

const HELP = {
  clinic_store_up: '1 while the store accepts writes, as /readyz says; otherwise 0',
  clinic_outbox_waiting: 'Messages that wait for delivery',
  clinic_outbox_oldest_waiting_seconds: 'How long the oldest of them has waited; 0 when none waits',
  clinic_outbox_abandoned: 'Messages that are not tried again',
  clinic_callbacks_overdue: 'Callbacks whose window is over and that nobody has settled; 10000 for more',
  clinic_callbacks_oldest_overdue_seconds: 'How long ago the first of their windows ended; 0 when there is none',
  clinic_store_disk_free_bytes: 'Free space of the disk that has DATA_DIR',
  clinic_store_disk_size_bytes: 'Size of the disk that has DATA_DIR',
}

/**
 * Adds what waits in the store, and what somebody must act on. What cannot be read is absent, never outdated. The store
 * does not answer for 7 s at most: Prometheus gives up after 10 s by default, and so still gets everything else.
 *
 * @returns reads all of them; to be called at each scrape
 */
export function addStoreMetrics(register: Registry, options: StoreMetricsOptions): () => Promise<void> {
  const { database, writeProbe, dataDirectory, checks, now, logger } = options
  const registers = [register]
  const gauges = Object.entries(HELP).map(([name, help]) => [name, new Gauge({ name, help, registers })] as const)
  const problems = new Gauge({
    name: 'clinic_problem',
    help: '1 while somebody must act on a problem, as "requests check" says; otherwise 0',
    labelNames: ['problem'],
    registers,
  })
  const secondsSince = (instant: string | null) =>
    instant === null ? 0 : Math.max(0, (now().getTime() - Date.parse(instant)) / 1_000)

  /** Undefined when it fails. */
  const tried = <Result>(reading: Promise<Result>) =>
    reading.catch((error: unknown) => {
      logger.error({ err: error }, 'a metric cannot be read')
      return undefined
    })

  async function readStore(): Promise<void> {
    const [isUp, outbox, overdue, space] = await Promise.all([
      tried(writeProbe.assertWritable().then(() => true)),
      tried(undeliveredCounts(database, now())),
      tried(countOverdue(database, now(), MAX_COUNT)),
      dataDirectory === null ? undefined : tried(diskSpaceOf(dataDirectory)),
    ])
    const values: Record<string, number | undefined> & Record<keyof typeof HELP, number | undefined> = {
      clinic_store_up: isUp ? 1 : 0,
      clinic_outbox_waiting: outbox?.waiting,
      clinic_outbox_oldest_waiting_seconds: outbox && secondsSince(outbox.oldestWaitingAt),
      clinic_outbox_abandoned: outbox?.abandoned,
      clinic_callbacks_overdue: overdue?.count,
      clinic_callbacks_oldest_overdue_seconds: overdue && secondsSince(overdue.oldestUntil),
      clinic_store_disk_free_bytes: space?.freeBytes,
      clinic_store_disk_size_bytes: space?.sizeBytes,
    }
    for (const [name, gauge] of gauges) {
      const value = values[name]
      if (value === undefined) gauge.remove()
      else gauge.set(value)
    }
  }

  async function readProblem(problem: string, check: () => Promise<string | null>): Promise<void> {
    const text = await tried(check())
    if (text === undefined) problems.remove({ problem })
    else problems.set({ problem }, text === null ? 0 : 1)
  }

  return async () => {
    await Promise.all([readStore(), ...Object.entries(checks).map(([problem, check]) => readProblem(problem, check))])
  }
}
