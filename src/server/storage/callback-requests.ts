import { randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Channel } from '../../callback-request/calling/messages.ts'
import { typedDigits, withoutDecimals } from '../../callback-request/phone-number.ts'
import { newReference, REFERENCES_OF_A_DAY } from '../../callback-request/reference.ts'
import type { RequestStatus } from '../../callback-request/statuses.ts'
import type { CallbackDetails, StoredRequest } from '../../callback-request/stored-request.ts'
import { type Database, isPostgres } from './database/open-database.ts'
import { pagesInOrder, RECEIPT } from './database/rows.ts'
import type { CallbackRequestsTable, Schema } from './database/schema.ts'
import { StoreUnavailable } from './database/store-unavailable.ts'
import {
  Full,
  Overtaken,
  type ReceiveResult,
  type Submission,
  type SubmissionContext,
  storeRequests,
} from './requests.ts'
import { storedRequestOf } from './stored-request.ts'

interface Options {
  newReference?: (receivedAt: Date) => string
  /** What a telephone number is compared by; by default the digits that were typed. */
  keyOf?: (phone: string) => string
  /** The channels by which each new request is notified. */
  channels?: readonly Channel[]
  /** Called when a request and its messages are on disk. */
  onStored?: () => void
  /** Called when all visitors together have had as many mails as they may get in a day. */
  onMailLimit?: () => void
}

/** Enough for any burst that is answered in time, and few enough that everything else soon has its turn. */
const MAX_OF_A_GROUP = 100

/** A group waits this long for what another transaction has locked; then its requests are stored one by one. */
const LOCK_TIMEOUT_MS = 100

const drawn = (receivedAt: Date) => newReference(receivedAt, randomInt(REFERENCES_OF_A_DAY))

/** A request that waits for its transaction. */
interface Waiting extends Submission {
  resolve: (result: ReceiveResult) => void
  reject: (error: unknown) => void
}

/** The callback requests on disk. */
export class CallbackRequests {
  readonly #database: Database
  readonly #options: Required<Options>
  /** The group that has not begun. */
  #gathering: Waiting[] = []
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
   * @throws StoreUnavailable when the database cannot accept it. Nothing has been stored then, unless the connection to
   * PostgreSQL broke exactly during the commit: then a call with the same key returns the result
   */
  async receive(details: CallbackDetails, context: SubmissionContext): Promise<ReceiveResult> {
    const { promise, resolve, reject } = Promise.withResolvers<ReceiveResult>()
    if (this.#gathering.length >= MAX_OF_A_GROUP) this.#gathering = []
    const group = this.#gathering
    if (group.push({ details, context, resolve, reject }) === 1) {
      this.#storing = this.#storing.then(() => this.#storeGroup(group))
    }
    const result = await promise
    if (result.ok) this.#options.onStored()
    return result
  }

  /**
   * Every stored request in the order of receipt, read page by page, so that neither memory nor the event loop
   * depends on how many there are.
   *
   * @param since excludes requests that were received before this instant
   */
  async *all({ since }: { since?: Date | undefined } = {}): AsyncGenerator<StoredRequest, void, void> {
    const receivedSince = since ? sql`received_at >= ${since.toISOString()}` : sql`true`
    // A request is as far as its callback. A subquery, since a join would let PostgreSQL read in another order.
    const query = sql<Selectable<CallbackRequestsTable> & { callback_status: RequestStatus | null }>`
      select *, (select status from callbacks where id = callback_requests.callback) as callback_status
      from callback_requests where ${receivedSince}`
    for await (const rows of pagesInOrder(this.#database, query, RECEIPT)) {
      for (const { callback_status, ...row } of rows) yield storedRequestOf(row, callback_status)
    }
  }

  /** Stores what has arrived while the group before it was stored. */
  async #storeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      // What this turn of the event loop reads from the network is in the same group.
      await setImmediate()
      const results = await this.#database.transaction().execute(async (transaction) => {
        this.#close(group)
        if (isPostgres(transaction)) {
          await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(transaction)
        }
        return this.#store(transaction, group)
      })
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as ReceiveResult)
    } catch (error) {
      this.#close(group)
      if (error instanceof StoreUnavailable && !isLockConflict(error)) for (const { reject } of group) reject(error)
      // One of them, or another transaction, prevents this. Nobody waits for these.
      else for (const one of group) this.#storeAlone(one).then(one.resolve, one.reject)
    }
  }

  /** What arrives from now on is in the next group. */
  #close(group: readonly Waiting[]): void {
    if (this.#gathering === group) this.#gathering = []
  }

  /** Repeats what another transaction has overtaken: then the key is known, or another reference is drawn. */
  async #storeAlone(one: Submission): Promise<ReceiveResult> {
    for (;;) {
      try {
        const [result] = await this.#database.transaction().execute((transaction) => this.#store(transaction, [one]))
        return result as ReceiveResult
      } catch (error) {
        if (error instanceof Full) return { ok: false, refusal: 'full' }
        if (!(error instanceof Overtaken)) throw error
      }
    }
  }

  #store(transaction: Transaction<Schema>, submissions: readonly Submission[]): Promise<ReceiveResult[]> {
    return storeRequests(transaction, submissions, this.#options)
  }
}

/** Whether PostgreSQL ended a transaction because of what another one has locked: 55P03 and 40P01. */
function isLockConflict({ cause }: StoreUnavailable): boolean {
  return cause instanceof Error && 'code' in cause && ['55P03', '40P01'].includes(String(cause.code))
}
