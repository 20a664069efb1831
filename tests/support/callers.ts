import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { Random } from '../../src/cli/demo/random.ts'
import type { Outcome, RecordedCall } from './history/check-history.ts'
import { postAppointment } from './post-appointment.ts'

/** How long a caller waits before it repeats a call that failed. */
const PAUSE_MS = 20

/** The page gives up after this. */
const TIMEOUT_MS = 15_000

/** How callers behave: shares from 0 to 1, and the seed of their chances. */
interface Manners {
  /** Of requests that break a rule of the form, and must be refused. */
  invalid: number
  /** Of calls without a clear answer that are not repeated. */
  givingUp: number
  seed: number
}

/**
 * What visitors' browsers do while servers are in trouble: each asks for one callback after another, and repeats a
 * call under its key, at the next server, until it is acknowledged or refused, or the visitor gives up.
 */
export class Callers {
  /** Every call, in the order of their ends. The key is also the visitor's name, of which each is used for one request. */
  readonly calls: RecordedCall[] = []
  /** By the key, the reference that was answered. */
  readonly acknowledged = new Map<string, string>()
  /** Every status that was answered. */
  readonly statuses = new Set<number>()
  readonly #manners: Manners
  #servers: readonly URL[]
  #isOver = false
  readonly #callers: Promise<void>[]
  readonly #events = new EventTarget()

  constructor(count: number, servers: readonly URL[], manners: Manners = { invalid: 0, givingUp: 0, seed: 1 }) {
    this.#servers = servers
    this.#manners = manners
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

  /** Ends the load. Resolves once the last request of each caller has been acknowledged, refused or given up. */
  async finish(servers = this.#servers): Promise<void> {
    this.#servers = servers
    this.#isOver = true
    await Promise.all(this.#callers)
  }

  /** Repeats, when the load is over, each request of which it is unknown whether it is stored, until it is. */
  async repeatUnknown(): Promise<void> {
    const last = new Map(this.calls.map(({ key, outcome }) => [key, outcome.kind]))
    for (const [key, kind] of last) {
      if (kind !== 'unknown') continue
      const [server] = this.#servers
      while (server && (await this.#post(server, key, {})).kind !== 'acknowledged') await delay(PAUSE_MS)
    }
  }

  async #call(caller: number): Promise<void> {
    const random = new Random(this.#manners.seed + caller)
    for (let request = 0; !this.#isOver; request++) {
      const key = `Invented ${caller} ${request}`
      const changes = random.chance(this.#manners.invalid) ? { phone: 'none' } : {}
      for (let attempt = 0; ; attempt++) {
        const server = this.#servers[(caller + attempt) % this.#servers.length]
        if (server === undefined) return
        const { kind } = await this.#post(server, key, changes)
        if (kind !== 'unknown' || random.chance(this.#manners.givingUp)) break
        await delay(PAUSE_MS)
      }
    }
  }

  async #post(server: URL, key: string, changes: { phone?: string }): Promise<Outcome> {
    const start = Date.now()
    const outcome = await this.#outcomeOf(server, key, changes).catch((): Outcome => ({ kind: 'unknown' }))
    this.calls.push({ key, start, end: Date.now(), outcome })
    if (outcome.kind === 'acknowledged') this.acknowledged.set(key, outcome.reference)
    this.#events.dispatchEvent(new Event('answer'))
    return outcome
  }

  /** @throws when there is no answer, or half of one */
  async #outcomeOf(server: URL, key: string, changes: { phone?: string }): Promise<Outcome> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const visitor = { fullname: key, phone: phoneOf(key), ...changes }
    const response = await postAppointment(server, visitor, { 'idempotency-key': key }, signal)
    const text = await response.text()
    this.statuses.add(response.status)
    if (response.status === 201) return { kind: 'acknowledged', reference: JSON.parse(text).reference }
    // The store's 503 may mean "stored" if PostgreSQL broke during the commit, and a proxy's 5xx does not know.
    return { kind: response.status < 500 ? 'refused' : 'unknown' }
  }
}

/** Each caller has a number, since requests of one number wait for each other. */
function phoneOf(key: string): string {
  const [, caller] = key.split(' ')
  return String(9_000_000_000 + Number(caller))
}
