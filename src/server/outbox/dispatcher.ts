import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ClaimedMessage, OutboxMessages } from '../storage/outbox/outbox-messages.ts'
import type { Delivery, DeliveryResult } from './delivery.ts'
import { LeaseWatch } from './lease-watch.ts'
import { settlementOf } from './settlement.ts'

/** How long things take; a test passes shorter ones. */
export interface Timing {
  /** A message of an instance that died is taken over after this: longer than any delivery may take. */
  leaseMs: number
  /** How often the store is asked for messages of other instances, and of the command line. */
  sweepMs: number
  /** How long deliveries may go on when the process stops. */
  graceMs: number
}

const TIMING: Timing = { leaseMs: 60_000, sweepMs: 5_000, graceMs: 2_000 }

/** Few: a coordinator's mailbox and a hospital's receiver are no fast lanes, and each holds a connection. */
const CONCURRENCY = 4

/** When a result could not be written down, how long until the next try to. */
const SETTLE_AGAIN_MS = 1_000

export interface DispatcherOptions {
  outbox: OutboxMessages
  delivery: Delivery
  /** The wall clock: decides which retries are due, and nothing else. */
  now: () => Date
  logger: Logger
  timing?: Timing
}

/**
 * Delivers one channel's messages, each at least once, and once in a healthy run: while a message is being delivered
 * it is under a lease, which other instances leave alone until it runs out.
 */
export class Dispatcher {
  readonly #outbox: OutboxMessages
  readonly #delivery: Delivery
  readonly #now: () => Date
  readonly #logger: Logger
  readonly #timing: Timing
  readonly #leases: LeaseWatch
  readonly #inFlight = new Map<ClaimedMessage, Promise<void>>()
  readonly #cutShort = new AbortController()
  #rounds: Promise<void> | undefined
  #isWoken = false
  #isStopping = false
  #timer: NodeJS.Timeout | undefined

  constructor({ outbox, delivery, now, logger, timing = TIMING }: DispatcherOptions) {
    this.#outbox = outbox
    this.#delivery = delivery
    this.#now = now
    this.#logger = logger.child({ channel: delivery.channel })
    this.#timing = timing
    this.#leases = new LeaseWatch(timing.leaseMs)
  }

  /** Looks for messages now, and from then on whenever one becomes due. */
  wake(): void {
    this.#isWoken = true
    if (!this.#isStopping) this.#rounds ??= this.#goRound()
  }

  /** Claims nothing more, gives running deliveries a moment, and releases what has not been delivered by then. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    await Promise.race([this.#idle(), delay(this.#timing.graceMs, undefined, { ref: false })])
    this.#cutShort.abort()
    await this.#idle()
  }

  async #idle(): Promise<void> {
    await this.#rounds
    await Promise.all(this.#inFlight.values())
  }

  async #goRound(): Promise<void> {
    clearTimeout(this.#timer)
    let nextLookMs = this.#timing.sweepMs
    // The visitor's answer goes out first.
    await setImmediate()
    try {
      while (this.#isWoken && !this.#isStopping) {
        this.#isWoken = false
        await this.#startDeliveries()
        nextLookMs = await this.#untilNextMs()
      }
    } catch (error) {
      this.#logger.error({ err: error }, 'the outbox cannot be read')
    }
    this.#rounds = undefined
    if (this.#isStopping) return
    this.#timer = setTimeout(() => this.wake(), nextLookMs)
  }

  async #startDeliveries(): Promise<void> {
    const limit = CONCURRENCY - this.#inFlight.size
    if (limit <= 0 || !(await this.#delivery.isOpen())) return
    const own = new Set([...this.#inFlight.keys()].map(({ lease }) => lease))
    const others = (await this.#outbox.leases(this.#delivery.channel)).filter((lease) => !own.has(lease))
    const messages = await this.#outbox.claim(this.#delivery.channel, {
      now: this.#now(),
      expiredLeases: this.#leases.expired(others, performance.now()),
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

  /** Never longer than a sweep, so that a clock that jumps, or another instance's message, is noticed. */
  async #untilNextMs(): Promise<number> {
    const { sweepMs } = this.#timing
    if (this.#inFlight.size >= CONCURRENCY || !(await this.#delivery.isOpen())) return sweepMs
    const nextDueAt = await this.#outbox.nextDueAt(this.#delivery.channel)
    if (nextDueAt === undefined) return sweepMs
    return Math.min(Math.max(nextDueAt.getTime() - this.#now().getTime(), 1), sweepMs)
  }

  async #deliver(message: ClaimedMessage): Promise<void> {
    const outcome = await this.#try(message)
    const isCutShort = this.#cutShort.signal.aborted && outcome.kind === 'failed'
    await this.#writeDown(message, isCutShort ? { kind: 'closed' } : outcome)
  }

  async #try(message: ClaimedMessage): Promise<DeliveryResult> {
    const signal = AbortSignal.any([this.#cutShort.signal, AbortSignal.timeout(this.#delivery.timeoutMs)])
    try {
      return await this.#delivery.deliver(message, signal)
    } catch (error) {
      this.#logger.error({ err: error, messageId: message.id }, 'unexpected fault in a delivery')
      return { kind: 'failed', reason: 'fault' }
    }
  }

  /** Until it succeeds: what was delivered and not written down would be delivered again. */
  async #writeDown(message: ClaimedMessage, outcome: DeliveryResult): Promise<void> {
    const settlement = settlementOf(message, outcome, { now: this.#now(), random: Math.random() })
    for (;;) {
      try {
        if (settlement === undefined) await this.#outbox.release(message)
        else await this.#outbox.settle(message, settlement)
        break
      } catch (error) {
        this.#logger.error({ err: error, messageId: message.id }, 'the result of a delivery cannot be stored')
        if (this.#cutShort.signal.aborted) return
        await delay(SETTLE_AGAIN_MS, undefined, { signal: this.#cutShort.signal }).catch(() => {})
      }
    }
    this.#log(message, outcome, settlement?.status)
  }

  #log({ id, request, failedAttempts }: ClaimedMessage, outcome: DeliveryResult, status: string | undefined): void {
    const attempt = failedAttempts + 1
    const reason = 'reason' in outcome ? outcome.reason : undefined
    const line = { messageId: id, reference: request.reference, attempt, reason }
    if (status === 'abandoned')
      this.#logger.error(line, 'message abandoned: see "requests outbox", and "requests resend"')
    else if (status === 'waiting') this.#logger.warn(line, 'message not delivered, to be tried again')
    else if (status === undefined) this.#logger.info(line, 'message put back')
    else if (reason !== undefined) this.#logger.warn(line, `message ${status}`)
    else this.#logger.info(line, `message ${status}`)
  }
}
