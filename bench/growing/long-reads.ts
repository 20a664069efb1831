import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Finding, Standard } from '../finding.ts'
import { type Program, startProduct, storeDirectory } from '../program.ts'
import { growthOverLastHalf } from '../statistics.ts'
import { signedIn } from './signed-in.ts'

const DAY_MS = 86_400_000

/** The time between two measurements of memory. */
const SAMPLE_MS = 50

/** Source: desk, section 11, as the bounds below. */
const REPORT_DAYS = 366

/**
 * Measures what reads a whole store, in the running product, for a manager: the report of a year and an export.
 *
 * @param location of the store, as `openDatabase` takes it
 */
export async function measureLongReads(location: string, environment: Record<string, string>): Promise<Finding[]> {
  const directory = storeDirectory()
  const turnsFile = join(directory, 'turns')
  const variables = { ...environment, DESK_PORT: '0', LOOP_TURNS_FILE: turnsFile }
  const product = await startProduct(variables, 'bench/growing/loop-turns.ts')
  const { call, read } = await signedIn(product.deskAddress ?? '', location, 'manager')

  const [from, to] = [REPORT_DAYS - 1, 0].map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10))
  const reading = await observe(product, turnsFile, () => call(`/api/report?from=${from}&to=${to}`))
  let rows = -1 // the first line has the names of the columns
  const exporting = await observe(product, turnsFile, async () => {
    for await (const part of await read('/api/exports', {})) for (const byte of part) if (byte === LINE_FEED) rows++
  })
  await product.stop()
  await rm(directory, { recursive: true })
  return [
    figure(`Report of ${REPORT_DAYS} days`, reading.seconds * 1_000, 'ms', { at: 'most', value: 5_000 }),
    ...behaviour('Report', reading),
    figure('Export', rows / exporting.seconds, '/s', { at: 'least', value: 10_000 }),
    ...behaviour('Export', exporting),
  ]
}

const LINE_FEED = 10

interface Observation {
  seconds: number
  turnMs: number
  growthMb: number
}

async function observe(product: Program, turnsFile: string, work: () => Promise<unknown>): Promise<Observation> {
  await turnsSince(product, turnsFile)
  const memory: number[] = []
  const timer = setInterval(async () => memory.push(await product.residentMb()), SAMPLE_MS)
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1_000
  clearInterval(timer)
  return { seconds, turnMs: await turnsSince(product, turnsFile), growthMb: growthOverLastHalf(memory) }
}

/** The product's turns since it was last asked, and asks for new ones. */
async function turnsSince({ processId }: Program, file: string): Promise<number> {
  await rm(file, { force: true })
  process.kill(processId, 'SIGUSR2')
  while (!existsSync(file)) await delay(10)
  return Number(await readFile(file, 'utf8'))
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
