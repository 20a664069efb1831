import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { postAppointment } from './post-appointment.ts'

/** How long a caller waits before it repeats a call that failed. */
const BEFORE_REPEATING_MS = 20

/** The page gives up after this. */
const TIMEOUT_MS = 15_000

/**
 * What visitors' browsers do while servers are in trouble: each asks for one callback after another, and repeats a
 * call under its key, at the next server, until it is acknowledged or refused.
 */
export class Callers {
  /** By the key, the reference that was answered. The key is also the visitor's name. */
  readonly acknowledged = new Map<string, string>()
  /** The keys of calls that were refused. */
  readonly refused = new Set<string>()
  /** Every status that was answered. */
  readonly statuses = new Set<number>()
  /** How many calls had to be repeated. */
  failures = 0
  #servers: readonly URL[]
  #isOver = false
  readonly #pauseMs: number
  readonly #callers: Promise<void>[]
  readonly #events = new EventTarget()

  /** @param pauseMs how long each waits before its next request */
  constructor(count: number, servers: readonly URL[], pauseMs = 0) {
    this.#servers = servers
    this.#pauseMs = pauseMs
    this.#callers = Array.from({ length: count }, (_, caller) => this.#call(caller))
    onTestFinished(() => this.finish([]))
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

  /** Ends the load. Resolves once the last request of each caller has been acknowledged or refused. */
  async finish(servers = this.#servers): Promise<void> {
    this.#servers = servers
    this.#isOver = true
    await Promise.all(this.#callers)
  }

  async #call(caller: number): Promise<void> {
    for (let request = 0; !this.#isOver; request++) {
      const key = `Invented ${caller} ${request}`
      for (let attempt = 0; ; attempt++) {
        const server = this.#servers[(caller + attempt) % this.#servers.length]
        if (server === undefined) return
        if (await this.#post(server, key).catch(() => false)) break
        this.failures++
        await delay(BEFORE_REPEATING_MS)
      }
      if (this.#pauseMs > 0) await delay(this.#pauseMs)
    }
  }

  /**
   * @returns whether it is known what became of the call
   * @throws when there is no answer, or half of one
   */
  async #post(server: URL, key: string): Promise<boolean> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const visitor = { fullname: key, phone: phoneOf(key) }
    const response = await postAppointment(server, visitor, { 'idempotency-key': key }, signal)
    const { status } = response
    const text = await response.text()
    if (status === 201) this.acknowledged.set(key, JSON.parse(text).reference)
    else if (status < 500) this.refused.add(key)
    this.statuses.add(status)
    this.#events.dispatchEvent(new Event('answer'))
    // The store's 503 may mean "stored" if PostgreSQL broke during the commit, and a proxy's 5xx does not know.
    return status < 500
  }
}

/** Each caller has a number, since requests of one number wait for each other. */
function phoneOf(key: string): string {
  const [, caller] = key.split(' ')
  return String(9_000_000_000 + Number(caller))
}
