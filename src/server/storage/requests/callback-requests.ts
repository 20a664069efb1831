import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql, type Transaction } from 'kysely'
import { type Window, windowOf } from '../../../callback-request/calling/requeue.ts'
import type { Campaign } from '../../../callback-request/campaign.ts'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { CallbackDetails, StoredRequest } from '../../../callback-request/stored-request.ts'
import { recordEvent } from '../audit/audit-events.ts'
import type { Caller } from '../callbacks/change-step.ts'
import { joinCallback } from '../callbacks/join-callback.ts'
import { type GroupCommit, groupCommitOf } from '../database/group-commit.ts'
import type { Database } from '../database/open-database.ts'
import type { CallbackRequestsTable, Schema } from '../database/schema.ts'
import { timedId } from '../database/timed-id.ts'
import type { Channel } from '../outbox/outbox-message.ts'
import { queueMessages } from '../outbox/outbox-messages.ts'
import { writeWords } from '../search/request-words.ts'
import { pagesInOrder } from './pages-in-order.ts'
import { newReference as drawReference } from './reference.ts'
import { storedRequestOf } from './stored-request-row.ts'

/** The circumstances of a submission. */
export interface SubmissionContext {
  /** The instant at which the server accepted the call. */
  receivedAt: Date
  /** IANA name of the department's zone, in which slots are. */
  timeZone: string
  campaign: Campaign | null
  suspected: boolean
  noticeVersion: string
  /** The code of the language of the page that sent it, where that is known. */
  language?: string | undefined
  /** The window in which to call, where one was chosen; otherwise the slot's next one. */
  window?: Window | undefined
  /** Who of the staff added it: it is then recorded, and nobody is notified. */
  addedBy?: Caller | undefined
  /** Identifies this request, so that a repeated call stores it only once. */
  idempotencyKey?: string | undefined
  /** When its retention period begins, by the store's own clock; by default now. */
  keptFrom?: Date | undefined
}

export type ReceiveResult = { ok: true; reference: string } | { ok: false; refusal: 'key reused' }

interface Options {
  newReference?: (receivedAt: Date) => string
  /** The channels by which each new request is notified. */
  channels?: readonly Channel[]
  /** Called when a request and its messages are on disk, with its callback's id; a suspected one has none. */
  onStored?: (callback: string | undefined) => void
}

/** The callback requests on disk. */
export class CallbackRequests {
  readonly #database: Database
  readonly #groupCommit: GroupCommit
  readonly #newReference: (receivedAt: Date) => string
  readonly #channels: readonly Channel[]
  readonly #onStored: (callback: string | undefined) => void

  constructor(database: Database, { newReference = drawReference, channels = [], onStored = () => {} }: Options = {}) {
    this.#database = database
    this.#groupCommit = groupCommitOf(database)
    this.#newReference = newReference
    this.#channels = channels
    this.#onStored = onStored
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
    const { callback, ...result } = await this.#once(details, context)
    if (result.ok) this.#onStored(callback)
    return result
  }

  /**
   * Every stored request in the order of receipt, read page by page, so that neither memory nor the event loop
   * depends on how many there are.
   *
   * @param since excludes requests that were received before this instant
   * @throws StoreUnavailable
   */
  async *all({ since }: { since?: Date | undefined } = {}): AsyncGenerator<StoredRequest, void, void> {
    let query = requestsWithCallback(this.#database)
    if (since) query = query.where('received_at', '>=', since.toISOString())
    for await (const rows of pagesInOrder(query)) yield* rows.map(withStatusOfCallback)
  }

  /**
   * The latest requests, the newest first.
   *
   * @throws StoreUnavailable
   */
  async newest(count: number): Promise<StoredRequest[]> {
    const rows = await requestsWithCallback(this.#database)
      .orderBy('received_at', 'desc')
      .orderBy('reference', 'desc')
      .limit(count)
      .execute()
    return rows.map(withStatusOfCallback)
  }

  /** Repeats what another transaction has overtaken: then the key is known, or another reference is drawn. */
  async #once(details: CallbackDetails, context: SubmissionContext): Promise<StoreResult> {
    for (;;) {
      try {
        return await this.#groupCommit.run((transaction) => this.#store(transaction, details, context))
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error
      }
    }
  }

  async #store(
    transaction: Transaction<Schema>,
    details: CallbackDetails,
    context: SubmissionContext,
  ): Promise<StoreResult> {
    const { form, name, phone, email, service, message, timeSlot } = details
    const { receivedAt, timeZone, suspected, addedBy, keptFrom, idempotencyKey = null } = context
    const values = { form, name, phone, email, service, message, time_slot: timeSlot }
    const earlier = idempotencyKey === null ? undefined : await storedUnderKey(transaction, form, idempotencyKey)
    if (earlier) {
      const { reference, ...stored } = earlier
      return isDeepStrictEqual(stored, values) ? { ok: true, reference } : { ok: false, refusal: 'key reused' }
    }

    const reference = this.#newReference(receivedAt)
    const { campaign, noticeVersion, language = null } = context
    const window = context.window ?? windowOf(timeSlot, receivedAt, timeZone)
    const request = { reference, phone, service, language, slot: timeSlot, window, receivedAt }
    const joining = { ...request, campaign: campaign?.campaign ?? null }
    const joined = suspected ? undefined : await joinCallback(transaction, joining, timeZone)
    const received_at = receivedAt.toISOString()
    const inserted = await transaction
      .insertInto('callback_requests')
      .values({
        ...values,
        ...joined,
        reference,
        received_at,
        suspected: suspected ? 1 : 0,
        campaign: campaign === null ? null : JSON.stringify(campaign),
        notice_version: noticeVersion,
        language,
        idempotency_key: idempotencyKey,
        kept_from: keptFrom?.toISOString() ?? sql<string>`(select at from store_clock)`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('reference')
      .executeTakeFirst()
    // The key or the reference was used meanwhile. Nothing of this may stay, not even in the callback.
    if (!inserted) throw new Overtaken()

    await queueMessages(transaction, reference, {
      channels: addedBy ? [] : this.#channels,
      receivedAt,
      suspected,
      email,
    })
    await writeWords(transaction, { reference, received_at, name, phone, email })
    if (joined && addedBy) {
      const { callback, revision } = joined
      const added = { id: timedId(receivedAt), callback, revision, by: addedBy.by, at: received_at }
      await transaction
        .insertInto('attempts')
        .values({ ...added, what: 'added' })
        .execute()
      await recordEvent(transaction, receivedAt, addedBy, 'added', { subject: reference })
    }
    return { ok: true, reference, callback: joined?.callback }
  }
}

/** With the id of the request's callback. */
type StoreResult = ReceiveResult & { callback?: string | undefined }

/** Ends a transaction of which nothing may stay, and which is repeated. */
class Overtaken extends Error {}

/** A subquery for each row, since a join would let PostgreSQL choose another order of reading. */
function requestsWithCallback(database: Database) {
  return database
    .selectFrom('callback_requests')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('callbacks')
        .select('callbacks.status')
        .whereRef('callbacks.id', '=', 'callback_requests.callback')
        .as('callback_status'),
    )
}

/** A request is as far as its callback; as long as it has none, nobody has called. */
function withStatusOfCallback({
  callback_status,
  ...row
}: Selectable<CallbackRequestsTable> & { callback_status: RequestStatus | null }): StoredRequest {
  return storedRequestOf(row, callback_status)
}

function storedUnderKey(transaction: Transaction<Schema>, form: CallbackDetails['form'], idempotencyKey: string) {
  return transaction
    .selectFrom('callback_requests')
    .select(['reference', 'form', 'name', 'phone', 'email', 'service', 'message', 'time_slot'])
    .where('form', '=', form)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}
