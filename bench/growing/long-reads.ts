import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { localDayText } from '../../src/callback-request/local-clock.ts'
import { COMMAND_LINE } from '../../src/server/storage/audit/audit-events.ts'
import { type Database, openDatabase } from '../../src/server/storage/database/open-database.ts'
import { reportOn } from '../../src/server/storage/report/report.ts'
import { CALLBACK_COLUMNS, exportedRequests } from '../../src/server/storage/search/exported-requests.ts'
import { csvRowOf, csvWriter } from '../../src/server/storage/transfer/csv-export.ts'
import type { Finding, Standard } from '../finding.ts'
import { growthOverLastHalf } from '../statistics.ts'

const DAY_MS = 86_400_000
const TIME_ZONE = 'Asia/Kolkata'

/** The time between two measurements of memory. */
const SAMPLE_MS = 50

/** Source: desk, section 11, as the bounds below. */
const REPORT_DAYS = 366

/** Measures what reads a whole store: the report of a year and an export, in this process. */
export async function measureLongReads(location: string): Promise<Finding[]> {
  const database = await openDatabase(location)
  const now = new Date()
  const [from, to] = [REPORT_DAYS - 1, 0].map((days) =>
    localDayText(new Date(now.getTime() - days * DAY_MS), TIME_ZONE),
  )
  const report = () => reportOn(database, { from: from ?? '', to: to ?? '', timeZone: TIME_ZONE, now })
  let rows = 0
  const exportAll = async () => {
    rows = await countExported(database, now)
  }
  const [reading, exporting] = [await observe(report), await observe(exportAll)]
  await database.destroy()
  return [
    figure(`Report of ${REPORT_DAYS} days`, reading.seconds * 1_000, 'ms', { at: 'most', value: 5_000 }),
    ...behaviour('Report', reading),
    figure('Export', rows / exporting.seconds, '/s', { at: 'least', value: 20_000 }),
    ...behaviour('Export', exporting),
  ]
}

/** Writes everything as CSV to nowhere. @returns the number of rows */
async function countExported(database: Database, now: Date): Promise<number> {
  const anything = { text: null, service: null, status: null, form: null, campaign: null }
  const filter = { ...anything, receivedFrom: null, receivedBefore: null }
  const pages = exportedRequests(database, filter, { actor: COMMAND_LINE, detail: {}, now: () => now })
  let count = 0
  async function* rows() {
    for await (const page of pages) {
      count += page.length
      for (const row of page) yield csvRowOf(row)
    }
  }
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(Readable.from(rows()), csvWriter(CALLBACK_COLUMNS), nowhere)
  return count
}

interface Observation {
  seconds: number
  turnMs: number
  growthMb: number
}

async function observe(work: () => Promise<unknown>): Promise<Observation> {
  const turns = monitorEventLoopDelay({ resolution: 1 })
  const memory: number[] = []
  const timer = setInterval(() => memory.push(process.memoryUsage().rss / 1e6), SAMPLE_MS)
  const startedAt = performance.now()
  turns.enable()
  await work()
  turns.disable()
  clearInterval(timer)
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    turnMs: turns.percentile(99) / 1e6,
    growthMb: growthOverLastHalf(memory),
  }
}

function behaviour(what: string, { turnMs, growthMb }: Observation): Finding[] {
  return [
    figure(`${what}, turns of the event loop, 99th percentile`, turnMs, 'ms', { at: 'most', value: 20 }),
    figure(`${what}, growth of memory over its last half`, growthMb, 'MB', { at: 'most', value: 10 }),
  ]
}

function figure(what: string, value: number, unit: Finding['unit'], standard: Standard): Finding {
  return { part: 'Growing', what, value, unit, standards: [standard] }
}
