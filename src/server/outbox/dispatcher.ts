import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../storage/database/open-database.ts'
import * as outbox from '../storage/outbox.ts'
import type { Reachability } from './reachability.ts'
import { type Delivery, type DeliveryResult, settlementOf } from './settlement.ts'

/** How long things take; a test passes shorter times. */
export interface Timing {
  /** A message of an instance that died is taken over after this: its lease has been renewed no more. */
  leaseMs: number
  /** How often a lease is renewed while its message is being delivered: often enough for one or two to fail. */
  renewalMs: number
  /** How often the store is asked for messages of other instances, and of the command line. */
  sweepMs: number
  /** How long messages gather before they are claimed: each claim and each result is a commit of its own, and visitors come first. */
  pauseMs: number
  /** How long running deliveries may continue when the process stops. */
  graceMs: number
  /** How long until a result that could not be stored is stored again. */
  recordRetryMs: number
}

/** As long as a server that must exit within 5 s can wait for the answers to what it has sent. */
export const STOP_GRACE_MS = 3_500

const TIMING: Timing = {
  leaseMs: 60_000,
  renewalMs: 20_000,
  sweepMs: 5_000,
  pauseMs: 50,
  graceMs: STOP_GRACE_MS,
  recordRetryMs: 1_000,
}

/** Few, since each holds a connection, and a coordinator's mailbox and a hospital's receiver are slow. */
const CONCURRENCY = 4

export interface DispatcherOptions {
  database: Database
  delivery: Delivery
  /** Of the server to which it delivers. */
  reachability: Reachability
  /** The wall clock: on SQLite it decides which retries are due. */
  now: () => Date
  logger: Logger
  timing?: Timing
}

/**
 * Delivers one channel's messages, each at least once, and exactly once while nothing fails: while a message is being
 * delivered it has a lease, and other instances leave it alone until the lease expires.
 */
export class Dispatcher {
  readonly #database: Database
  readonly #delivery: Delivery
  readonly #reachability: Reachability
  readonly #now: () => Date
  readonly #logger: Logger
  readonly #timing: Timing
  /** When this process first saw each present lease of another instance, on the clock of `performance.now()`. */
  #leasesSeen = new Map<string, number>()
  readonly #inFlight = new Map<outbox.ClaimedMessage, Promise<void>>()
  readonly #abort = new AbortController()
  #polling: Promise<void> | undefined
  #isPollWanted = false
  #isStopping = false
  #timer: NodeJS.Timeout | undefined

  constructor({ database, delivery, reachability, now, logger, timing = TIMING }: DispatcherOptions) {
    this.#database = database
    this.#delivery = delivery
    this.#reachability = reachability
    this.#now = now
    this.#logger = logger.child({ channel: delivery.channel })
    this.#timing = timing
  }

  /** Polls for messages now, and from then on whenever one becomes due. */
  wake(): void {
    this.#isPollWanted = true
    if (!this.#isStopping) this.#polling ??= this.#poll()
  }

  /** Claims nothing more, waits a moment for running deliveries, and releases what has not been delivered by then. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    await Promise.race([this.#idle(), delay(this.#timing.graceMs, undefined, { ref: false })])
    this.#abort.abort()
    await this.#idle()
  }

  async #idle(): Promise<void> {
    await this.#polling
    await Promise.all(this.#inFlight.values())
  }

  async #poll(): Promise<void> {
    clearTimeout(this.#timer)
    let nextPollMs = this.#timing.sweepMs
    await delay(this.#timing.pauseMs)
    try {
      while (this.#isPollWanted && !this.#isStopping) {
        this.#isPollWanted = false
        await this.#startDeliveries()
        nextPollMs = await this.#untilNextPollMs()
      }
    } catch (error) {
      this.#logger.error({ err: error }, 'the outbox cannot be read')
      // Their owners could not renew them either.
      this.#leasesSeen.clear()
    }
    this.#polling = undefined
    if (this.#isStopping) return
    this.#timer = setTimeout(() => this.wake(), nextPollMs)
  }

  async #startDeliveries(): Promise<void> {
    const limit = CONCURRENCY - this.#inFlight.size
    if (limit <= 0) return
    const own = new Set([...this.#inFlight.keys()].map(({ lease }) => lease))
    const others = (await outbox.leases(this.#database, this.#delivery.channel)).filter((lease) => !own.has(lease))
    const expiredLeases = this.#expired(others)
    const messages = await outbox.claim(this.#database, this.#delivery.channel, {
      now: this.#now(),
      expiredLeases,
      limit,
    })
    for (const message of messages) {
      const delivered = this.#deliver(message).finally(() => {
        this.#inFlight.delete(message)
        this.wake()
      })
      this.#inFlight.set(message, delivered)
    }
  }

  /**
   * The leases that this process has seen unchanged for a lease's length, by its own monotonic clock. No wall clock is
   * used, so one that jumps, is wrong or differs from another instance's neither ends a lease early nor prolongs it.
   */
  #expired(leases: readonly string[]): string[] {
    const now = performance.now()
    this.#leasesSeen = new Map(leases.map((lease) => [lease, this.#leasesSeen.get(lease) ?? now]))
    return leases.filter((lease) => now - (this.#leasesSeen.get(lease) ?? now) >= this.#timing.leaseMs)
  }

  /** At most a sweep's interval, so that a clock that jumps, or another instance's message, is noticed. */
  async #untilNextPollMs(): Promise<number> {
    const { sweepMs } = this.#timing
    if (this.#inFlight.size >= CONCURRENCY) return sweepMs
    const nextDueInMs = await outbox.nextDueInMs(this.#database, this.#delivery.channel, this.#now())
    return Math.min(Math.max(nextDueInMs ?? sweepMs, 1), sweepMs)
  }

  async #deliver(message: outbox.ClaimedMessage): Promise<void> {
    const ended = new AbortController()
    const lost = new AbortController()
    const attempt = this.#attempt(message, lost.signal).finally(() => ended.abort())
    // No renewal is on its way when the result is recorded under the lease.
    const [result] = await Promise.all([attempt, this.#renewLease(message, ended.signal, lost)])
    const isAborted = this.#abort.signal.aborted && result.kind === 'failed'
    await this.#recordResult(message, isAborted ? { kind: 'released' } : result)
    if (this.#abort.signal.aborted) return
    await this.#reachability.learnFrom(result).catch((error) => {
      this.#logger.error({ err: error }, 'messages that wait for their channel cannot be made due')
    })
  }

  /** Renews a message's lease until its attempt has ended. Aborts an attempt whose message has got another owner, or is erased. */
  async #renewLease(message: outbox.ClaimedMessage, ended: AbortSignal, lost: AbortController): Promise<void> {
    for (;;) {
      await delay(this.#timing.renewalMs, undefined, { signal: ended }).catch(() => {})
      if (ended.aborted) return
      try {
        if (!(await outbox.renewLease(this.#database, message))) return lost.abort()
      } catch (error) {
        this.#logger.error({ err: error, messageId: message.id }, 'a lease cannot be renewed')
      }
    }
  }

  async #attempt(message: outbox.ClaimedMessage, lost: AbortSignal): Promise<DeliveryResult> {
    const signal = AbortSignal.any([this.#abort.signal, lost, AbortSignal.timeout(this.#delivery.timeoutMs)])
    try {
      return await this.#delivery.deliver(message, signal)
    } catch (error) {
      this.#logger.error({ err: error, messageId: message.id }, 'unexpected fault in a delivery')
      return { kind: 'failed', reason: 'fault' }
    }
  }

  /** Repeats until it succeeds: a delivered message whose result is not stored would be delivered again. */
  async #recordResult(message: outbox.ClaimedMessage, result: DeliveryResult): Promise<void> {
    const { retryBudget } = this.#delivery
    const settlement = settlementOf(message, result, { now: this.#now(), random: Math.random(), retryBudget })
    for (;;) {
      try {
        if (settlement === undefined) await outbox.release(this.#database, message)
        else await outbox.recordResult(this.#database, message, settlement, this.#now())
        break
      } catch (error) {
        this.#logger.error({ err: error, messageId: message.id }, 'the result of a delivery cannot be stored')
        if (this.#abort.signal.aborted) return
        await delay(this.#timing.recordRetryMs, undefined, { signal: this.#abort.signal }).catch(() => {})
      }
    }
    this.#log(message, result, settlement?.status)
  }

  #log(
    { id, request, failedAttempts }: outbox.ClaimedMessage,
    result: DeliveryResult,
    status: string | undefined,
  ): void {
    const attempt = failedAttempts + 1
    const reason = 'reason' in result ? result.reason : undefined
    const line = { messageId: id, reference: request.reference, attempt, reason }
    if (status === 'abandoned')
      this.#logger.error(line, 'message abandoned: see "requests outbox", and "requests resend"')
    else if (status === 'waiting') this.#logger.warn(line, 'message not delivered, will be tried again')
    else if (status === undefined) this.#logger.info(line, 'message released')
    else if (reason !== undefined) this.#logger.warn(line, `message ${status}`)
    else this.#logger.info(line, `message ${status}`)
  }
}
