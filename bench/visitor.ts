import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/** The time between two visits: short enough for a 99th percentile within seconds. */
const EVERY_MS = 20

/** Requests the home page at a fixed interval, even while earlier answers are missing. */
export class Visitor {
  readonly #worker: Worker

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  /** Resolves after the first answer. That answer does not count, because its time includes the start of the thread. */
  static async arrive(address: string): Promise<Visitor> {
    // Its own thread, so that the load generator does not delay its clock.
    const worker = new Worker(new URL(import.meta.url), { workerData: address })
    await once(worker, 'message')
    return new Visitor(worker)
  }

  /** @returns the time to the end of each answer, in ms */
  async leave(): Promise<number[]> {
    this.#worker.postMessage('leave')
    const [waitsMs] = await once(this.#worker, 'message')
    return waitsMs
  }
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
