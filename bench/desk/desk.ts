import type { Finding } from '../finding.ts'
import { loadWithPosts } from '../load.ts'
import { type Program, startNpm, startProduct } from '../program.ts'
import { median, percentile } from '../statistics.ts'
import { startVisitor } from '../visitor.ts'
import { hashPasswords, signIn } from './sign-in-load.ts'

const ROUNDS = 3
const SECONDS = 6
const STARTS = 5
const WITH_DESK = { DESK_PORT: '0' }

/** Measures what the callback desk costs the public listener, each figure beside the same without the desk. */
export async function measureDesk(): Promise<Finding[]> {
  return [await measurePosts(), await measureMemory(), await measureStarts(), await measureSignIns()]
}

/** Measures both ways in turn, so that a change of the machine's speed concerns both. */
async function inTurn(rounds: number, measure: (environment: Record<string, string>) => Promise<number>) {
  const values = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    values.without.push(await measure({}))
    values.with.push(await measure(WITH_DESK))
  }
  return { value: median(values.with), floor: { what: 'the same without the desk', value: median(values.without) } }
}

async function measurePosts(): Promise<Finding> {
  const { value, floor } = await inTurn(ROUNDS, async (environment) => {
    const product = await startProduct(environment)
    await loadWithPosts(product.address, { connections: 32, seconds: 1 }) // lets V8 compile the code first
    const { perSecond } = await loadWithPosts(product.address, { connections: 32, seconds: SECONDS })
    await product.stop()
    return perSecond
  })
  const standards = [{ at: 'least', times: 0.9, floor }] as const
  return { part: 'Desk', what: 'Durable posts with the desk on, 32 connections', value, unit: '/s', standards }
}

async function measureMemory(): Promise<Finding> {
  const { value, floor } = await inTurn(ROUNDS, async (environment) => {
    const product = await startProduct({ ...environment, TRUST_PROXY: '127.0.0.1' })
    await loadWithPosts(product.address, { connections: 32, amount: 10_000 })
    if (product.deskAddress) await signIn(product.deskAddress, AbortSignal.timeout(SECONDS * 1_000))
    const megabytes = await product.privateMb()
    await product.stop()
    return megabytes
  })
  const standards = [{ at: 'most', above: 20, floor }] as const
  const what = 'Private memory with the desk on, after 10,000 posts and many sign-ins'
  return { part: 'Desk', what, value, unit: 'MB', standards }
}

async function measureStarts(): Promise<Finding> {
  const { value, floor } = await inTurn(STARTS, async (environment) => {
    const product = await startNpm(environment)
    await product.stop()
    return product.startedInMs
  })
  const standards = [{ at: 'most', above: 100, floor }] as const
  return { part: 'Desk', what: '`npm start` to the first 200 with the desk on', value, unit: 'ms', standards }
}

/** The floor is the page while another process hashes as many passwords: no server could take less from it. */
async function measureSignIns(): Promise<Finding> {
  const product = await startProduct({ ...WITH_DESK, TRUST_PROXY: '127.0.0.1' })
  const waits = { signIns: [] as number[], hashing: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    waits.hashing.push(await pageP95Ms(product, hashPasswords))
    waits.signIns.push(await pageP95Ms(product, (signal) => signIn(product.deskAddress ?? '', signal)))
  }
  await product.stop()
  const floor = { what: 'while another process hashes passwords', value: median(waits.hashing) }
  return {
    part: 'Desk',
    what: 'The home page while 22 people sign in at once, 95th percentile',
    value: median(waits.signIns),
    unit: 'ms',
    standards: [
      { at: 'most', times: 1.5, floor },
      { at: 'most', above: 5, floor },
    ],
  }
}

async function pageP95Ms({ address }: Program, load: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const controller = new AbortController()
  const visitor = await startVisitor(address)
  const running = load(controller.signal)
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000))
  const waits = await visitor.leave()
  controller.abort()
  await running
  return percentile(waits, 95)
}
