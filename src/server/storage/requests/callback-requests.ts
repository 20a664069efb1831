import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Campaign } from '../../../callback-request/campaign.ts'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { CallbackDetails, StoredRequest } from '../../../callback-request/stored-request.ts'
import { type GroupCommit, groupCommitOf } from '../database/group-commit.ts'
import type { Database } from '../database/open-database.ts'
import type { CallbackRequestsTable, Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'
import type { Channel } from '../outbox/outbox-message.ts'
import { queueMessages } from '../outbox/outbox-messages.ts'
import { pagesInOrder } from './pages-in-order.ts'
import { newReference as drawReference } from './reference.ts'
import { storedRequestOf } from './stored-request-row.ts'

/** The circumstances of a submission. */
export interface SubmissionContext {
  /** The instant at which the server accepted the call. */
  receivedAt: Date
  campaign: Campaign | null
  suspected: boolean
  noticeVersion: string
  /** The code of the language of the page that sent it, where that is known. */
  language?: string | undefined
  /** Identifies this request, so that a repeated call stores it only once. */
  idempotencyKey?: string | undefined
}

export type ReceiveResult = { ok: true; reference: string } | { ok: false; refusal: 'key reused' }

interface Options {
  newReference?: (receivedAt: Date) => string
  /** The channels by which each new request is notified. */
  channels?: readonly Channel[]
  /** Called when a request and its messages are on disk. */
  onStored?: () => void
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
  readonly #onStored: () => void

  constructor(database: Database, { newReference = drawReference, channels = [], onStored = () => {} }: Options = {}) {
    this.#database = database
    this.#groupCommit = groupCommitOf(database)
    this.#newReference = newReference
    this.#channels = channels
    this.#onStored = onStored
  }

  /**
   * Stores a request and queues its messages in one transaction, so that neither exists without the other. When the
   * promise resolves, both have reached the disk.
   *
   * The same key and details are stored once within a form, and return the same reference, also when two copies arrive
   * at once at two instances. The same key with other details is refused and stores nothing.
   *
   * @throws StoreUnavailable when the database cannot accept it. Nothing has been stored then, unless the connection to
   * PostgreSQL broke exactly during the commit: then a call with the same key returns the result
   */
  async receive(details: CallbackDetails, context: SubmissionContext): Promise<ReceiveResult> {
    const result = await onStore(() =>
      this.#groupCommit.run((transaction) => this.#store(transaction, details, context)),
    )
    if (result.ok) this.#onStored()
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
    const rows = await onStore(() =>
      requestsWithCallback(this.#database)
        .orderBy('received_at', 'desc')
        .orderBy('reference', 'desc')
        .limit(count)
        .execute(),
    )
    return rows.map(withStatusOfCallback)
  }

  async #store(
    transaction: Transaction<Schema>,
    details: CallbackDetails,
    { receivedAt, campaign, suspected, noticeVersion, language, idempotencyKey }: SubmissionContext,
  ): Promise<ReceiveResult> {
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
          misdated: isBeforeIngested(receivedAt),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('reference')
        .executeTakeFirst()
      if (inserted) {
        const { email } = details
        await queueMessages(transaction, inserted.reference, { channels: this.#channels, receivedAt, suspected, email })
        return { ok: true, reference: inserted.reference }
      }

      const earlier = await storedUnderKey(transaction, details.form, idempotencyKey)
      if (earlier) {
        const { reference, ...stored } = earlier
        return isDeepStrictEqual(stored, values) ? { ok: true, reference } : { ok: false, refusal: 'key reused' }
      }
      // Otherwise the reference was already used: the next one.
    }
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

/** Whether the desk, which has started already, would take it for one of those from before its start. */
function isBeforeIngested(receivedAt: Date) {
  return sql<number>`(select count(*) from desk_state where ingested_from > ${receivedAt.toISOString()})`
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
function withStatusOfCallback(
  row: Selectable<CallbackRequestsTable> & { callback_status: RequestStatus | null },
): StoredRequest {
  return { ...storedRequestOf(row), status: row.callback_status ?? row.status }
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
