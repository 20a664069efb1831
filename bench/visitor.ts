import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/** The time between two visits: short enough for a 99th percentile within seconds. */
const EVERY_MS = 20

/**
 * Requests the home page at a fixed interval, even while earlier answers are missing. Resolves after the first answer,
 * which does not count, because its time includes the start of the thread.
 *
 * @returns `leave`, which ends the visit and resolves to the time to the end of each answer, in ms
 */
export async function startVisitor(address: string) {
  // Its own thread, so that the load generator does not delay its clock.
  const worker = new Worker(new URL(import.meta.url), { workerData: address })
  await once(worker, 'message')
  const leave = async (): Promise<number[]> => {
    worker.postMessage('leave')
    const [waitsMs] = await once(worker, 'message')
    return waitsMs
  }
  return { leave }
}

if (parentPort) {
  const port = parentPort
  const agent = new Agent({ keepAlive: true })
  const waits: Promise<number>[] = []
  await visit(workerData, agent)
  port.postMessage('arrived')
  const timer = setInterval(() => waits.push(visit(workerData, agent)), EVERY_MS)
  port.once('message', async () => {
    clearInterval(timer)
    port.postMessage(await Promise.all(waits))
    agent.destroy()
  })
}

function visit(address: string, agent: Agent): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    get(address, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume().once('end', () => resolve(performance.now() - startedAt))
    }).once('error', reject)
  })
}
