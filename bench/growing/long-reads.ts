import type { Finding, Standard } from '../finding.ts'
import { type Program, startProduct } from '../program.ts'
import { growthOverLastHalf, percentile } from '../statistics.ts'
import { startVisitor } from '../visitor.ts'
import { signedIn } from './signed-in.ts'

const DAY_MS = 86_400_000

/** The time between two measurements of memory. */
const SAMPLE_MS = 50

/** Source: desk, section 11, as the bounds below. */
const REPORT_DAYS = 366

/** How long visitors of the public site may wait while a long read is under way: this share of them at most so long. */
export interface VisitBound {
  percent: number
  mostMs: number
}

/**
 * Measures what reads a whole store, in the running product, for a manager: the report of a year and an export; and how
 * long visitors of the public site wait meanwhile.
 *
 * @param location of the store, as `openDatabase` takes it
 */
export async function measureLongReads(
  location: string,
  environment: Record<string, string>,
  visits: VisitBound,
): Promise<Finding[]> {
  const product = await startProduct({ ...environment, DESK_PORT: '0' })
  const { call, read } = await signedIn(product.deskAddress ?? '', location, 'manager')

  const [from, to] = [REPORT_DAYS - 1, 0].map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10))
  const reading = await observe(product, () => call(`/api/report?from=${from}&to=${to}`))
  let rows = -1 // the first line has the names of the columns
  const exporting = await observe(product, async () => {
    for await (const part of await read('/api/exports', {})) for (const byte of part) if (byte === LINE_FEED) rows++
  })
  await product.stop()
  return [
    figure(`Report of ${REPORT_DAYS} days`, reading.seconds * 1_000, 'ms', { at: 'most', value: 5_000 }),
    ...behaviour('Report', reading, visits),
    figure('Export', rows / exporting.seconds, '/s', { at: 'least', value: 10_000 }),
    ...behaviour('Export', exporting, visits),
  ]
}

const LINE_FEED = 10

interface Observation {
  seconds: number
  /** How long each visitor of the public site waited. */
  visitsMs: number[]
  growthMb: number
}

async function observe(product: Program, work: () => Promise<unknown>): Promise<Observation> {
  const visitor = await startVisitor(product.address)
  const memory: number[] = []
  const timer = setInterval(async () => memory.push(await product.residentMb()), SAMPLE_MS)
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1_000
  clearInterval(timer)
  return { seconds, visitsMs: await visitor.leave(), growthMb: growthOverLastHalf(memory) }
}

function behaviour(what: string, { visitsMs, growthMb }: Observation, { percent, mostMs }: VisitBound): Finding[] {
  const share = percent === 100 ? 'longest' : `${percent}th percentile`
  return [
    figure(`${what}, the home page meanwhile, ${share}`, percentile(visitsMs, percent), 'ms', {
      at: 'most',
      value: mostMs,
    }),
    figure(`${what}, growth of memory over its last half`, growthMb, 'MB', { at: 'most', value: 10 }),
  ]
}

function figure(what: string, value: number, unit: Finding['unit'], standard: Standard): Finding {
  return { part: 'Growing', what, value, unit, standards: [standard] }
}
