import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { daysBefore } from '../../src/server/retention/retention.ts'
import { CallbackRequests } from '../../src/server/storage/callback-requests.ts'
import { type Database, openDatabase } from '../../src/server/storage/database/open-database.ts'
import { MAX_REWRITTEN_BYTES, vacuumErased } from '../../src/server/storage/database/vacuum-erased.ts'
import { Erasures } from '../../src/server/storage/erasure.ts'
import { claim, recordResult } from '../../src/server/storage/outbox.ts'
import { PostgresServer } from '../../tests/support/database/postgres-server.ts'
import { DETAILS, SUBMISSION } from '../../tests/support/samples.ts'
import type { Finding, Floor } from '../finding.ts'
import { loadWithPosts } from '../load.ts'
import { startProduct, storeDirectory } from '../program.ts'
import { median } from '../statistics.ts'
import { measureDeskCalls } from './desk-calls.ts'
import { fill } from './fill.ts'
import { measureLongReads } from './long-reads.ts'

/** The promised figures are those of a million requests. Source: desk, section 11, as the next three. */
const KEPT = 1_000_000
const OPEN = 3_000
const MEDIUM = 100_000
const VISITS = { medium: { percent: 99, mostMs: 50 }, grown: { percent: 100, mostMs: 500 } }

const FEW = 10_000
const RETENTION_DAYS = 365
/** The last ones were settled, which takes some days. */
const KEPT_DAYS = { first: RETENTION_DAYS - 1, last: 8 }
const DUE_DAYS = { first: RETENTION_DAYS + 30, last: RETENTION_DAYS + 10 }

/** An odd number, so that one is in the middle. */
const ROUNDS = 9
const SECONDS = 5
const CLAIMS = 500
const DUE = 1_000
const PURGES = 3

/** A store, and the environment that makes the product use it. */
interface Store {
  location: string
  environment: Record<string, string>
}

interface Size {
  requests: number
  /** How often the rate of posts is measured. */
  rounds: number
}

/** Compares a store of a million requests with an empty one, or with one of ten thousand. */
export async function measureGrowing(size: Size = { requests: KEPT, rounds: ROUNDS }): Promise<Finding[]> {
  const directory = storeDirectory()
  const onSqlite = async (name: string) => {
    const location = join(directory, name)
    return { location, environment: { DATA_DIR: location } }
  }
  const server = new PostgresServer()
  await server.create()
  const onPostgres = async () => {
    const location = await server.createDatabase()
    return { location, environment: { DATABASE_URL: location } }
  }
  try {
    return [
      ...(await measureDatabase('SQLite', onSqlite, size)),
      ...(await measureDatabase('PostgreSQL', onPostgres, size)),
    ]
  } finally {
    await server.remove()
    await rm(directory, { recursive: true })
  }
}

async function measureDatabase(
  name: string,
  newStore: (name: string) => Promise<Store>,
  { requests, rounds }: Size,
): Promise<Finding[]> {
  const [empty, few, grown] = [await newStore('empty'), await newStore('few'), await newStore('grown')]
  const medium = await newStore('medium')
  await fill(few.location, { count: FEW, daysAgo: KEPT_DAYS, from: 0 })
  const fewer = Math.min(MEDIUM, requests)
  await fill(medium.location, { count: fewer, open: OPEN, daysAgo: KEPT_DAYS, from: 0 })
  await fill(grown.location, { count: requests, open: OPEN, daysAgo: KEPT_DAYS, from: 0 })
  const findings = [
    ...(await measureDeskCalls(grown.location, grown.environment)),
    ...(await measureLongReads(grown.location, grown.environment, VISITS.grown)),
    ...(await measureLongReads(medium.location, medium.environment, VISITS.medium)).map((finding) => ({
      ...finding,
      what: `${fewer.toLocaleString('en')} requests: ${finding.what}`,
    })),
    compare('Claim and settle a message', {
      value: await within(grown, measureClaim),
      floor: { what: '10,000 delivered', value: await within(few, measureClaim) },
    }),
    compare(`Purge of ${DUE.toLocaleString('en')}`, {
      value: await measurePurge(grown),
      floor: { what: '10,000 kept', value: await measurePurge(few) },
    }),
    await measureAccepting(empty, grown, rounds),
  ]
  return findings.map((finding) => ({ ...finding, what: `${name}: ${finding.what}` }))
}

/** Allows twice the floor: a search through all rows would take a hundred times as long. */
function compare(what: string, { value, floor }: { value: number; floor: Floor }): Finding {
  return { part: 'Growing', what, value, unit: 'ms', standards: [{ at: 'most', times: 2, floor }] }
}

async function within<Result>({ location }: Store, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(location)
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

/**
 * Measures the rate of posts on each store, in turns. The round with the middle ratio counts: whatever slows the machine
 * for a while slows both turns of a round.
 */
async function measureAccepting(empty: Store, grown: Store, count: number): Promise<Finding> {
  const rounds: { empty: number; grown: number }[] = []
  for (let round = 0; round < count; round++) {
    const perSecond = { empty: 0, grown: 0 }
    const turns = [['empty', empty] as const, ['grown', grown] as const]
    for (const [name, { environment }] of round % 2 === 0 ? turns : turns.toReversed()) {
      const product = await startProduct(environment)
      await loadWithPosts(product.address, { connections: 32, seconds: 1 })
      const load = await loadWithPosts(product.address, { connections: 32, seconds: SECONDS })
      perSecond[name] = load.perSecond
      await product.stop()
    }
    rounds.push(perSecond)
  }
  const ratio = median(rounds.map((one) => one.grown / one.empty))
  const middle = rounds.find((one) => one.grown / one.empty === ratio)
  if (!middle) throw new Error('No rounds')
  return {
    part: 'Growing',
    what: 'Durable posts',
    value: middle.grown,
    unit: '/s',
    standards: [{ at: 'least', times: 0.9, floor: { what: 'empty store', value: middle.empty } }],
  }
}

async function measureClaim(database: Database): Promise<number> {
  const requests = new CallbackRequests(database, { channels: ['webhook'] })
  const times: number[] = []
  for (let run = 0; run < CLAIMS; run++) {
    await requests.receive(DETAILS, { ...SUBMISSION, receivedAt: new Date() })
    const startedAt = performance.now()
    const [message] = await claim(database, 'webhook', { now: new Date(), expiredLeases: [], limit: 4 })
    if (!message) throw new Error('A message should have been claimed.')
    await recordResult(database, message, { status: 'delivered', settledAt: new Date() }, new Date())
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

/** Measures the daily purge, as the server runs it. */
async function measurePurge(store: Store): Promise<number> {
  const times: number[] = []
  for (let purge = 0; purge < PURGES; purge++) {
    await fill(store.location, { count: DUE, daysAgo: DUE_DAYS, from: 2 * KEPT + purge * DUE })
    times.push(await within(store, timeOfPurge))
  }
  return median(times)
}

async function timeOfPurge(database: Database): Promise<number> {
  const erasures = new Erasures(database, undefined)
  const limit = daysBefore(new Date(), RETENTION_DAYS)
  const startedAt = performance.now()
  await erasures.finishLatest()
  if ((await erasures.purge({ received: limit, kept: limit })) !== DUE)
    throw new Error('Every due request should have been erased.')
  await vacuumErased(database, { maxBytes: MAX_REWRITTEN_BYTES })
  return performance.now() - startedAt
}
