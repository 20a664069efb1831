import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/** How often a visitor asks for the page: often enough for a 99th percentile within seconds. */
const EVERY_MS = 20

/** Somebody who asks for the home page again and again, whether or not the last answer has come. */
export class Visitor {
  readonly #worker: Worker

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  /** Resolves when the first answer has come, which does not count: it was waited for by a thread that had to start. */
  static async arrive(address: string): Promise<Visitor> {
    // In a thread of its own, so that whoever makes the load does not delay its clock.
    const worker = new Worker(new URL(import.meta.url), { workerData: address })
    await once(worker, 'message')
    return new Visitor(worker)
  }

  /** @returns how long each answer took to come whole, in ms */
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
