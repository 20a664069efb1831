import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Finding } from '../finding.ts'
import { loadWithPosts } from '../load.ts'
import { type Program, startProduct, startProgram } from '../program.ts'
import { median, percentile } from '../statistics.ts'
import { startVisitor } from '../visitor.ts'

const CONNECTIONS = 32
const ROUNDS = 3
const SECONDS = 6

/** Statuses that a caller may get during a burst. */
const ALLOWED_STATUSES = ['201', '429', '503']

/** Measures what it costs to store a request durably with its message, and how much that slows other visitors. */
export async function measureAccepting(): Promise<Finding[]> {
  const receiver = await startReceiver()
  const webhook = { WEBHOOK_URL: receiver.address, WEBHOOK_SECRET: `whsec_${btoa('invented secret, thirty-two byte')}` }
  const ways = {
    ours: () => startProduct(webhook),
    unsynced: () => startProduct(webhook, 'bench/floors/without-sync.ts'),
    single: () => startProgram(['bench/floors/one-commit-each.ts']),
    silent: () => startProduct(),
    bare: () => startProgram(['bench/floors/one-commit-each.ts'], { SYNCHRONOUS: 'NORMAL' }),
  }
  const rounds: Record<keyof typeof ways, Round[]> = { ours: [], unsynced: [], single: [], silent: [], bare: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of ['single', 'ours', 'unsynced', 'silent', 'bare'] as const)
      rounds[way].push(await measureRound(await ways[way]()))
  }
  receiver.close()

  const medianOf = (way: keyof typeof ways, figure: keyof Round) => median(rounds[way].map((round) => round[figure]))
  return [
    {
      part: 'Accepting',
      what: `Durable posts, ${CONNECTIONS} connections`,
      value: medianOf('ours', 'perSecond'),
      unit: '/s',
      standards: [
        { at: 'least', times: 15, floor: { what: 'one commit each', value: medianOf('single', 'perSecond') } },
        {
          at: 'least',
          times: 0.8,
          floor: { what: 'the same, synchronous=NORMAL', value: medianOf('unsynced', 'perSecond') },
        },
      ],
    },
    {
      part: 'Accepting',
      what: 'The same, without notifications',
      value: medianOf('silent', 'perSecond'),
      unit: '/s',
      standards: [
        {
          at: 'least',
          times: 0.9,
          floor: { what: 'bare node:http that does not wait for the disk', value: medianOf('bare', 'perSecond') },
        },
      ],
    },
    {
      part: 'Accepting',
      what: 'Time to a 201, 99th percentile',
      value: medianOf('ours', 'p99Ms'),
      unit: 'ms',
      standards: [{ at: 'most', value: 100, floor: { what: 'one commit each', value: medianOf('single', 'p99Ms') } }],
    },
    {
      part: 'Accepting',
      what: 'The home page meanwhile, 99th percentile',
      value: medianOf('ours', 'pageP99Ms'),
      unit: 'ms',
      standards: [
        { at: 'most', value: 50, floor: { what: 'one commit each', value: medianOf('single', 'pageP99Ms') } },
      ],
    },
    await measureBurst(),
  ]
}

interface Round {
  perSecond: number
  p99Ms: number
  pageP99Ms: number
}

async function measureRound(program: Program): Promise<Round> {
  await loadWithPosts(program.address, { connections: CONNECTIONS, seconds: 1 }) // lets V8 compile the code first
  const visitor = await startVisitor(program.address)
  const { perSecond, p99Ms, statuses } = await loadWithPosts(program.address, {
    connections: CONNECTIONS,
    seconds: SECONDS,
  })
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
