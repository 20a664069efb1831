import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql, type Transaction } from 'kysely'
import { type Window, windowOf } from '../../../callback-request/calling/requeue.ts'
import type { Campaign } from '../../../callback-request/campaign.ts'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { CallbackDetails, StoredRequest } from '../../../callback-request/stored-request.ts'
import { recordEvent } from '../audit/audit-events.ts'
import { notifyChanged } from '../callbacks/change-notices.ts'
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
}

export type ReceiveResult = { ok: true; reference: string } | { ok: false; refusal: 'key reused' }

interface Options {
  newReference?: (receivedAt: Date) => string
  /** The channels by which each new request is notified. */
  channels?: readonly Channel[]
  /** Called when a request and its messages are on disk, with its callback's id; a suspected one has none. */
  onStored?: (callback: string | undefined) => void
}

/**
 * A request may be dated this much before one that is already stored, since the clocks of several instances differ a
 * little. With a larger difference its clock counts as wrong. 5 minutes.
 */
const CLOCK_DIFFERENCE_MS = 5 * 60_000

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
    const { callback, ...result } = await this.#groupCommit.run((transaction) =>
      this.#store(transaction, details, context),
    )
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

  async #store(
    transaction: Transaction<Schema>,
    details: CallbackDetails,
    context: SubmissionContext,
  ): Promise<ReceiveResult & { callback?: string | undefined }> {
    const { receivedAt, campaign, suspected, noticeVersion, language, idempotencyKey } = context
    const values = {
      form: details.form,
      name: details.name,
      phone: details.phone,
      email: details.email,
      service: details.service,
      message: details.message,
      time_slot: details.timeSlot,
    }
    for (;;) {
      const inserted = await transaction
        .insertInto('callback_requests')
        .values({
          ...values,
          reference: this.#newReference(receivedAt),
          received_at: receivedAt.toISOString(),
          suspected: suspected ? 1 : 0,
          campaign: campaign === null ? null : JSON.stringify(campaign),
          notice_version: noticeVersion,
          language: language ?? null,
          idempotency_key: idempotencyKey ?? null,
          kept_from: latestReceivedAfter(receivedAt),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('reference')
        .executeTakeFirst()
      if (inserted) {
        const { reference } = inserted
        const { email } = details
        const channels = context.addedBy ? [] : this.#channels
        await queueMessages(transaction, reference, { channels, receivedAt, suspected, email })
        await writeWords(transaction, { reference, received_at: receivedAt.toISOString(), ...values })
        const callback = suspected ? undefined : await this.#open(transaction, reference, details, context)
        return { ok: true, reference, callback }
      }

      const earlier = await storedUnderKey(transaction, details.form, idempotencyKey)
      if (earlier) {
        const { reference, ...stored } = earlier
        return isDeepStrictEqual(stored, values) ? { ok: true, reference } : { ok: false, refusal: 'key reused' }
      }
      // Otherwise the reference was already used: the next one.
    }
  }

  /** Gives a request its callback: an open one of its number, or a new one. @returns the callback's id */
  async #open(
    transaction: Transaction<Schema>,
    reference: string,
    { phone, service, timeSlot: slot }: CallbackDetails,
    { receivedAt, timeZone, campaign, language, addedBy, ...chosen }: SubmissionContext,
  ): Promise<string> {
    const window = chosen.window ?? windowOf(slot, receivedAt, timeZone)
    const request = { reference, phone, service, slot, window, receivedAt }
    const { id, revision } = await joinCallback(
      transaction,
      { ...request, language: language ?? null, campaign: campaign?.campaign ?? null },
      timeZone,
    )
    if (addedBy) {
      const at = receivedAt.toISOString()
      const added = { id: timedId(receivedAt), callback: id, revision, by: addedBy.by, at, what: 'added' as const }
      await transaction.insertInto('attempts').values(added).execute()
      await recordEvent(transaction, receivedAt, addedBy, 'added', { subject: reference })
    }
    await notifyChanged(transaction, [id])
    return id
  }
}

/**
 * The latest stored `received_at`, if it is later than this one: then the clock is wrong, and the request came no
 * earlier than that. The insert itself reads it, by the index on `received_at`, and locks nothing for it.
 */
function latestReceivedAfter(receivedAt: Date) {
  const limit = new Date(receivedAt.getTime() + CLOCK_DIFFERENCE_MS).toISOString()
  return sql<string | null>`(select max(received_at) from callback_requests where received_at > ${limit})`
}

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

async function storedUnderKey(
  transaction: Transaction<Schema>,
  form: CallbackDetails['form'],
  idempotencyKey: string | undefined,
) {
  if (idempotencyKey === undefined) return undefined
  return transaction
    .selectFrom('callback_requests')
    .select(['reference', 'form', 'name', 'phone', 'email', 'service', 'message', 'time_slot'])
    .where('form', '=', form)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}
