import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Finding } from '../finding.ts'
import { loadWithPosts } from '../load.ts'
import { type Program, startProduct, startProgram } from '../program.ts'
import { median, percentile } from '../statistics.ts'
import { Visitor } from '../visitor.ts'

const CONNECTIONS = 32
const ROUNDS = 3
const SECONDS = 6

/** Statuses that a caller in a crowd may get. */
const FAIR = ['201', '429', '503']

/** What it costs to store a request durably, with a message about it, and what others notice of it. */
export async function measureAccepting(): Promise<Finding[]> {
  const receiver = await startReceiver()
  const told = { WEBHOOK_URL: receiver.address, WEBHOOK_SECRET: `whsec_${btoa('invented secret, thirty-two byte')}` }
  const ways = {
    ours: () => startProduct(told),
    unsynced: () => startProduct(told, 'bench/floors/without-sync.ts'),
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

  const middle = (way: keyof typeof ways, figure: keyof Round) => median(rounds[way].map((round) => round[figure]))
  return [
    {
      part: 'Accepting',
      what: `Durable posts, ${CONNECTIONS} connections`,
      value: middle('ours', 'perSecond'),
      unit: '/s',
      standards: [
        { at: 'least', times: 15, floor: { what: 'one commit each', value: middle('single', 'perSecond') } },
        {
          at: 'least',
          times: 0.8,
          floor: { what: 'the same, synchronous=NORMAL', value: middle('unsynced', 'perSecond') },
        },
      ],
    },
    {
      part: 'Accepting',
      what: 'The same, nobody told of them',
      value: middle('silent', 'perSecond'),
      unit: '/s',
      standards: [
        {
          at: 'least',
          times: 0.9,
          floor: { what: 'bare node:http that does not wait for the disk', value: middle('bare', 'perSecond') },
        },
      ],
    },
    {
      part: 'Accepting',
      what: 'Time to a 201, 99th percentile',
      value: middle('ours', 'p99Ms'),
      unit: 'ms',
      standards: [{ at: 'most', value: 100, floor: { what: 'one commit each', value: middle('single', 'p99Ms') } }],
    },
    {
      part: 'Accepting',
      what: 'The home page meanwhile, 99th percentile',
      value: middle('ours', 'pageP99Ms'),
      unit: 'ms',
      standards: [{ at: 'most', value: 50, floor: { what: 'one commit each', value: middle('single', 'pageP99Ms') } }],
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
  await loadWithPosts(program.address, { connections: CONNECTIONS, seconds: 1 }) // so that it is compiled
  const visitor = await Visitor.arrive(program.address)
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
  const unfair = Object.entries(statuses).filter(([status]) => !FAIR.includes(status))
  return {
    part: 'Accepting',
    what: 'Burst of 1,000 connections: answers but 201, 429, 503',
    value: unfair.reduce((sum, [, count]) => sum + count, unanswered),
    unit: '',
    standards: [{ at: 'most', value: 0 }],
  }
}

/** A webhook's receiver that takes whatever comes. */
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
