import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Finding } from '../finding.ts'
import { loadWithPosts, loadWithVisits } from '../load.ts'
import { type Program, startNpm, startProduct, startProgram } from '../program.ts'
import { growthOverLastHalf, median } from '../statistics.ts'

const ROUNDS = 3
const SECONDS = 4
const STARTS = 5
const POSTS = 100_000

/** The time between two measurements of memory. */
const SAMPLE_MS = 200

/** Measures visits of the home page, starts, and memory after many posts. */
export async function measureServing(): Promise<Finding[]> {
  return [await measureVisits(), await measureStarts(), ...(await measureMemory())]
}

async function measureVisits(): Promise<Finding> {
  const product = await startProduct()
  const bare = await startBare(await answerOf(product))
  const perSecond = { product: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, { address }] of Object.entries({ bare, product })) {
      const visits = await loadWithVisits(address, { connections: 32, seconds: SECONDS })
      perSecond[name as keyof typeof perSecond].push(visits.perSecond)
    }
  }
  await product.stop()
  await bare.stop()
  return {
    part: 'Serving',
    what: 'The home page, 32 connections',
    value: median(perSecond.product),
    unit: '/s',
    standards: [
      { at: 'least', times: 0.5, floor: { what: 'bare node:http, same bytes', value: median(perSecond.bare) } },
    ],
  }
}

/** A program's answer to `GET /`, without the headers that Node adds. */
async function answerOf({ address }: Program): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
  get(address, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, resolve)
  const response = await promise
  const own = ['date', 'connection', 'keep-alive']
  const headers = Object.entries(response.headers).filter(([name]) => !own.includes(name))
  return JSON.stringify({ headers: headers.flat(), body: (await buffer(response)).toString('base64') })
}

async function measureStarts(): Promise<Finding> {
  const times = { product: [] as number[], bare: [] as number[] }
  for (let start = 0; start < STARTS; start++) {
    for (const name of ['bare', 'product'] as const) {
      const program = name === 'product' ? await startNpm() : await startBare()
      times[name].push(program.startedInMs)
      await program.stop()
    }
  }
  return {
    part: 'Serving',
    what: '`npm start` to the first 200, built',
    value: median(times.product),
    unit: 'ms',
    standards: [{ at: 'most', times: 4, floor: { what: 'bare node:http', value: median(times.bare) } }],
  }
}

/** @param answer to every call, as JSON: its headers, and its body in base64 */
function startBare(answer = '{"headers":[],"body":""}'): Promise<Program> {
  return startProgram(['bench/floors/bare-http.ts'], { ANSWER: answer })
}

async function measureMemory(): Promise<Finding[]> {
  const bare = await startBare()
  await loadWithPosts(bare.address, { connections: 32, amount: POSTS })
  const floor = { what: 'bare node:http after as many', value: await bare.residentMb() }
  await bare.stop()

  const product = await startProduct()
  const samples: number[] = []
  const timer = setInterval(async () => samples.push(await product.residentMb()), SAMPLE_MS)
  const { statuses } = await loadWithPosts(product.address, { connections: 32, amount: POSTS })
  clearInterval(timer)
  const atEnd = await product.residentMb()
  await product.stop()
  if (statuses['201'] !== POSTS) throw new Error(`Not all were stored: ${JSON.stringify(statuses)}`)
  return [
    {
      part: 'Serving',
      what: 'Resident memory after 100,000 posts',
      value: atEnd,
      unit: 'MB',
      standards: [{ at: 'most', value: 130, floor }],
    },
    {
      part: 'Serving',
      what: 'Its growth over the last half of them',
      value: growthOverLastHalf(samples),
      unit: 'MB',
      standards: [{ at: 'most', value: 5 }],
    },
  ]
}
