import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PostgresServer } from '../../tests/support/database/postgres-server.ts'
import type { Finding } from '../finding.ts'
import { loadWithPosts, type Phones } from '../load.ts'
import { type Program, startProduct, startProgram } from '../program.ts'
import { median, percentile } from '../statistics.ts'
import { startVisitor } from '../visitor.ts'

const CONNECTIONS = 32
const ROUNDS = 3
const SECONDS = 6

/** Statuses that a caller may get during a burst. */
const ALLOWED_STATUSES = ['201', '429', '503']

interface Database {
  name: string
  /** The rate of posts that is promised, as a multiple of the floor's. Source: desk, section 11. */
  times: number
  /** The environment that gives a program an empty store of its own. */
  newStore: () => Promise<Record<string, string>>
}

/** Measures what it costs to store a request durably with its callback and its message, and how much that slows other visitors. */
export async function measureAccepting(): Promise<Finding[]> {
  const receiver = await startReceiver()
  const postgres = new PostgresServer()
  await postgres.create()
  const newDatabase = async () => ({ DATABASE_URL: await postgres.createDatabase() })
  try {
    return [
      ...(await measureDatabase({ name: 'SQLite', times: 0.5, newStore: async () => ({}) }, receiver.address)),
      ...(await measureDatabase({ name: 'PostgreSQL', times: 0.25, newStore: newDatabase }, receiver.address)),
      await measureBurst(),
    ]
  } finally {
    await postgres.remove()
    receiver.close()
  }
}

async function measureDatabase({ name, times, newStore }: Database, webhookUrl: string): Promise<Finding[]> {
  const webhook = { WEBHOOK_URL: webhookUrl, WEBHOOK_SECRET: `whsec_${btoa('invented secret, thirty-two byte')}` }
  const ours = async () => startProduct({ ...webhook, ...(await newStore()) })
  const ways = {
    floor: async () =>
      measureRound(await startProgram(['bench/floors/one-commit-each.ts'], await newStore()), 'different'),
    different: async () => measureRound(await ours(), 'different'),
    one: async () => measureRound(await ours(), 'one'),
  }
  const rounds: Record<keyof typeof ways, Round[]> = { floor: [], different: [], one: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of ['floor', 'different', 'one'] as const) rounds[way].push(await ways[way]())
  }
  const medianOf = (way: keyof typeof ways, figure: keyof Round) => median(rounds[way].map((round) => round[figure]))
  const floorOf = (figure: keyof Round) => ({ what: 'one commit each', value: medianOf('floor', figure) })
  const posts = (what: string, way: keyof typeof ways): Finding => ({
    part: 'Accepting',
    what: `${name}: Durable posts, ${what}`,
    value: medianOf(way, 'perSecond'),
    unit: '/s',
    standards: [{ at: 'least', times, floor: floorOf('perSecond') }],
  })
  const wait = (what: string, figure: keyof Round, value: number): Finding => ({
    part: 'Accepting',
    what: `${name}: ${what}, 99th percentile`,
    value: medianOf('different', figure),
    unit: 'ms',
    standards: [{ at: 'most', value, floor: floorOf(figure) }],
  })
  return [
    posts(`${CONNECTIONS} connections, numbers that differ`, 'different'),
    posts(`${CONNECTIONS} connections, one number`, 'one'),
    wait('Time to a 201', 'p99Ms', 100),
    wait('The home page meanwhile', 'pageP99Ms', 50),
  ]
}

interface Round {
  perSecond: number
  p99Ms: number
  pageP99Ms: number
}

async function measureRound(program: Program, phones: Phones): Promise<Round> {
  const posts = { connections: CONNECTIONS, phones }
  await loadWithPosts(program.address, { ...posts, seconds: 1 }) // lets V8 compile the code first
  const visitor = await startVisitor(program.address)
  const { perSecond, p99Ms, statuses } = await loadWithPosts(program.address, { ...posts, seconds: SECONDS })
  const pageP99Ms = percentile(await visitor.leave(), 99)
  await program.stop()
  if (Object.keys(statuses).join() !== '201') throw new Error(`Not all were stored: ${JSON.stringify(statuses)}`)
  return { perSecond, p99Ms, pageP99Ms }
}

async function measureBurst(): Promise<Finding> {
  const product = await startProduct({ RATE_LIMIT_LOOPBACK: 'true' })
  const { statuses, unanswered } = await loadWithPosts(product.address, { connections: 1_000, amount: 2_000 })
  await product.stop()
  const unexpected = Object.entries(statuses).filter(([status]) => !ALLOWED_STATUSES.includes(status))
  return {
    part: 'Accepting',
    what: 'Burst of 1,000 connections: answers other than 201, 429, 503',
    value: unexpected.reduce((sum, [, count]) => sum + count, unanswered),
    unit: '',
    standards: [{ at: 'most', value: 0 }],
  }
}

/** A webhook receiver that accepts everything. */
async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(204).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
