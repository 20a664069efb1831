import { randomInt } from 'node:crypto'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Channel } from '../../callback-request/calling/messages.ts'
import { typedDigits, withoutDecimals } from '../../callback-request/phone-number.ts'
import { newReference, REFERENCES_OF_A_DAY } from '../../callback-request/reference.ts'
import type { RequestStatus } from '../../callback-request/statuses.ts'
import type { CallbackDetails, StoredRequest, Withdrawal } from '../../callback-request/stored-request.ts'
import type { Actor } from './audit.ts'
import { ago } from './clock.ts'
import { type Database, query } from './database/open-database.ts'
import { pagesInOrder, RECEIPT } from './database/rows.ts'
import type { CallbackRequestsTable, Schema } from './database/schema.ts'
import { StoreUnavailable } from './database/store-unavailable.ts'
import { lockFreeNumbers } from './people-at-a-number.ts'
import { Overtaken, type ReceiveResult, type Submission, type SubmissionContext, storeRequests } from './requests.ts'
import { callbacksAmong, foldAgain } from './stored-callback.ts'
import { storedRequestOf } from './stored-request.ts'
import { announceWithdrawal } from './undelivered.ts'
import { writingIn } from './write.ts'

/** `done` changes nothing when the request is withdrawn already, or when what replaces it is held back or withdrawn. */
export type WithdrawResult = 'withdrawn' | 'done' | 'unknown' | 'settled'

/** For a day a request can be withdrawn. Source: contract. */
const WITHDRAWABLE_MS = 24 * 60 * 60_000

/** The audit log has no address of a visitor. */
const VISITOR: Actor = { by: null, client: null }

interface Options {
  newReference?: (receivedAt: Date) => string
  /** What a telephone number is compared by; by default the digits that were typed. */
  keyOf?: (phone: string) => string
  /** The channels by which each new request is notified. */
  channels?: readonly Channel[]
  /** Called when a request, or its withdrawal, and its messages are on disk. */
  onStored?: () => void
  /** Called when all visitors together have had as many mails as they may get in a day. */
  onMailLimit?: () => void
}

/** Enough for any burst that is answered in time, and few enough that everything else soon has its turn. */
const MAX_OF_A_GROUP = 100

/** A request waits this long at most while others use its number, and tries so often. Source: desk, section 12. */
const MAX_WAIT_MS = 2_500
const RETRY_MS = 50

const drawn = (receivedAt: Date) => newReference(receivedAt, randomInt(REFERENCES_OF_A_DAY))

interface Queued extends Submission {
  /** By the monotonic clock. */
  waitsUntil: number
  resolve: (result: ReceiveResult) => void
  reject: (error: unknown) => void
}

export class CallbackRequests {
  readonly #database: Database
  readonly #options: Required<Options>
  /** The group that has not begun. */
  #gathering: Queued[] = []
  /** Resolves when all groups before it have been stored or refused. */
  #storing = Promise.resolve()

  constructor(database: Database, options: Options = {}) {
    this.#database = database
    this.#options = {
      newReference: drawn,
      keyOf: (phone) => typedDigits(withoutDecimals(phone)),
      channels: [],
      onStored: () => {},
      onMailLimit: () => {},
      ...options,
    }
  }

  /**
   * Stores a request, its place in a callback and its messages in one transaction, so that none exists without the
   * others. When the promise resolves, all have reached the disk.
   *
   * The same key and details are stored once within a form, and return the same reference, also when two copies arrive
   * at once at two instances. The same key with other details is refused and stores nothing.
   *
   * @throws StoreUnavailable when the database cannot accept it, or others use the number for 2.5 s. Nothing has been stored
   * then, unless PostgreSQL's connection broke exactly during the commit: a call with the same key returns the result
   */
  async receive(details: CallbackDetails, context: SubmissionContext): Promise<ReceiveResult> {
    const { promise, resolve, reject } = Promise.withResolvers<ReceiveResult>()
    this.#enqueue({ details, context, resolve, reject, waitsUntil: performance.now() + MAX_WAIT_MS })
    const result = await promise
    if (result.ok) this.#options.onStored()
    return result
  }

  /** Takes a request back for its visitor: see `withdrawRequest`. */
  async withdraw(withdrawal: Withdrawal, at: Date): Promise<WithdrawResult> {
    const waitsUntil = performance.now() + MAX_WAIT_MS
    for (;;) {
      const result = await withdrawRequest(this.#database, withdrawal, this.#options.channels, at)
      if (result === 'withdrawn') this.#options.onStored()
      if (result !== 'number is used') return result
      await pause(waitsUntil)
    }
  }

  /**
   * Every stored request in the order of receipt, page by page, so that neither memory nor the event loop depends on how many
   * there are. @param since excludes requests that were received before this instant
   */
  async *all({ since }: { since?: Date | undefined } = {}): AsyncGenerator<StoredRequest, void, void> {
    const receivedSince = since ? sql`received_at >= ${since.toISOString()}` : sql`true`
    // A request is as far as its callback. A subquery, since a join would let PostgreSQL read in another order.
    const requests = sql<Selectable<CallbackRequestsTable> & { callback_status: RequestStatus | null }>`
      select *, (select status from callbacks where id = callback_requests.callback) as callback_status
      from callback_requests where ${receivedSince}`
    for await (const rows of pagesInOrder(this.#database, requests, RECEIPT)) {
      for (const { callback_status, ...row } of rows) yield storedRequestOf(row, callback_status)
    }
  }

  #enqueue(one: Queued): void {
    if (this.#gathering.length >= MAX_OF_A_GROUP) this.#gathering = []
    const group = this.#gathering
    if (group.push(one) === 1) this.#storing = this.#storing.then(() => this.#storeGroup(group))
  }

  /** Stores what has arrived while the group before it was stored. */
  async #storeGroup(group: readonly Queued[]): Promise<void> {
    try {
      // What this turn of the event loop reads from the network is in the same group.
      await setImmediate()
      const results = await this.#database.transaction().execute((transaction) => {
        this.#close(group)
        return storeRequests(transaction, group, this.#options)
      })
      for (const [index, one] of group.entries()) {
        const result = results[index]
        if (result) one.resolve(result)
        else pause(one.waitsUntil).then(() => this.#enqueue(one), one.reject)
      }
    } catch (error) {
      this.#close(group)
      // Then the key is known, or another reference is drawn.
      if (error instanceof Overtaken) for (const one of group) this.#enqueue(one)
      else if (error instanceof StoreUnavailable || group.length === 1) for (const { reject } of group) reject(error)
      // One of them prevents this.
      else for (const one of group) await this.#storeGroup([one])
    }
  }

  /** What arrives from now on is in the next group. */
  #close(group: readonly Queued[]): void {
    if (this.#gathering === group) this.#gathering = []
  }
}

/** Lets whoever finds a number in use wait without a connection. @throws StoreUnavailable when the time is over */
async function pause(waitsUntil: number): Promise<void> {
  if (performance.now() > waitsUntil) throw new StoreUnavailable('The number is used')
  await delay(RETRY_MS)
}

/**
 * Withdraws a request: its promise ends, and a callback without other requests is settled. Messages that wait for it are
 * dropped; each channel that has told the department of it is queued another, which says so.
 */
function withdrawRequest(database: Database, { form, key, by }: Withdrawal, channels: readonly Channel[], at: Date) {
  return database.transaction().execute(async (transaction) => {
    const before = await requestUnder(transaction, form, key)
    if (!before) return 'unknown'
    if ((await lockFreeNumbers(transaction, [before.number])).size === 0) return 'number is used'
    // It may have been erased, restored or withdrawn before the number was free.
    const request = await requestUnder(transaction, form, key)
    if (!request || request.received_at <= ago(at, WITHDRAWABLE_MS)) return 'unknown'
    const correcting = by === undefined ? undefined : await requestUnder(transaction, form, by)
    if (by !== undefined && (!correcting || correcting.reference === request.reference)) return 'unknown'
    if (request.withdrawn_at !== null) return 'done'
    const [callback] = await callbacksAmong(transaction, sql`select ${request.callback} as id`)
    if (callback && callback.settled_at !== null) return 'settled'
    // Otherwise nobody would be called.
    if (correcting && (correcting.suspicion !== null || correcting.withdrawn_at !== null)) return 'done'

    const { reference } = request
    await announceWithdrawal(transaction, reference, channels, at)
    const withdrawn_revision = callback ? callback.revision + 1 : null
    await sql`update callback_requests set withdrawn_at = ${at.toISOString()},
      withdrawn_revision = ${withdrawn_revision}, is_corrected = ${correcting ? 1 : 0}
      where reference = ${reference}`.execute(transaction)
    if (callback) await foldAgain(transaction, callback.id)
    await writingIn(transaction, VISITOR, at).record('withdrawn', reference)
    return 'withdrawn'
  })
}

async function requestUnder(transaction: Transaction<Schema>, form: Withdrawal['form'], key: string) {
  const [request] = await query<Selectable<CallbackRequestsTable>>(transaction)`
    select * from callback_requests where form = ${form} and idempotency_key = ${key}`
  return request
}
