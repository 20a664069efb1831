import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { postAppointment } from './post-appointment.ts'

/** How long a caller waits before it repeats a call that failed. */
const PAUSE_MS = 20

/**
 * What visitors' browsers do while servers are in trouble: each asks for one callback after another, and repeats a
 * call under its key, at the next server, until it is acknowledged.
 */
export class Callers {
  /** By the visitor's name, of which each is used for one request, the reference that was answered. */
  readonly acknowledged = new Map<string, string>()
  /** Every status that was answered. */
  readonly statuses = new Set<number>()
  #servers: readonly URL[]
  #isOver = false
  readonly #callers: Promise<void>[]
  readonly #events = new EventTarget()

  constructor(count: number, servers: readonly URL[]) {
    this.#servers = servers
    this.#callers = Array.from({ length: count }, (_, caller) => this.#call(caller))
    onTestFinished(() => this.finish([]))
  }

  /** Makes the callers call elsewhere, from the next call on. */
  callAt(servers: readonly URL[]): void {
    this.#servers = servers
  }

  /** Resolves once this many more requests have been acknowledged. */
  async acknowledge(count: number): Promise<void> {
    const enough = this.acknowledged.size + count
    while (this.acknowledged.size < enough) await once(this.#events, 'answer')
  }

  /** Resolves once this status has been answered. */
  async answered(status: number): Promise<void> {
    while (!this.statuses.has(status)) await once(this.#events, 'answer')
  }

  /** Ends the load. Resolves once the last request of each caller has been acknowledged. */
  async finish(servers = this.#servers): Promise<void> {
    this.#servers = servers
    this.#isOver = true
    await Promise.all(this.#callers)
  }

  async #call(caller: number): Promise<void> {
    for (let request = 0; !this.#isOver; request++) {
      const name = `Invented ${caller} ${request}`
      for (let attempt = 0; !this.acknowledged.has(name); attempt++) {
        const server = this.#servers[(caller + attempt) % this.#servers.length]
        if (server === undefined) return
        if (attempt > 0) await delay(PAUSE_MS)
        await this.#post(server, name)
      }
    }
  }

  async #post(server: URL, name: string): Promise<void> {
    try {
      const response = await postAppointment(server, { fullname: name }, { 'idempotency-key': name })
      const { reference } = (await response.json()) as { reference: string }
      if (response.status === 201) this.acknowledged.set(name, reference)
      this.statuses.add(response.status)
    } catch {
      return // no answer, or half of one
    }
    this.#events.dispatchEvent(new Event('answer'))
  }
}
