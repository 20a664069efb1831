import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import { type Database, isPostgres } from '../database/open-database.ts'
import { insertRows } from '../database/rows-in-parameter.ts'
import type { Schema } from '../database/schema.ts'
import { storedRequestOf } from '../requests/stored-request-row.ts'
import { type Channel, newMessage } from './outbox-message.ts'
import { recipientsWithinLimit } from './visitor-mail-limit.ts'

/** A message that belongs to this process until its result is recorded, or until its lease expires. */
export interface ClaimedMessage {
  /** The same for all attempts. */
  id: string
  lease: string
  request: StoredRequest
  /** The code of the language of the request's page; null where that is not known. */
  language: string | null
  failedAttempts: number
  /** How long it has waited between its attempts altogether. */
  waitedSeconds: number
}

/** What a message becomes after an attempt. */
export type Settlement =
  /** With a failure when only a part was delivered. */
  | { status: 'delivered'; settledAt: Date; failure?: string | undefined }
  | { status: 'abandoned'; settledAt: Date; failure: string }
  | { status: 'dropped' }
  | { status: 'waiting'; failure: string; dueAt: Date; waitedSeconds: number }

/**
 * Queues the messages of new requests in their transaction. A visitor gets no mail when the request is suspected, or when
 * the address has had its three mails of the day.
 */
export async function queueMessages(
  transaction: Transaction<Schema>,
  requests: readonly { reference: string; receivedAt: Date; suspected: boolean; email: string }[],
  channels: readonly Channel[],
): Promise<void> {
  const visitors = channels.includes('visitor-mail') ? requests.filter(({ suspected }) => !suspected) : []
  const recipients = visitors.length > 0 ? await recipientsWithinLimit(transaction, visitors) : []
  const recipientOf = new Map(visitors.map((request, index) => [request, recipients[index]]))
  const messages = requests.flatMap((request) =>
    channels
      .filter((channel) => channel !== 'visitor-mail' || recipientOf.get(request) !== undefined)
      .map((channel) => ({
        ...newMessage(request.reference, channel, request.receivedAt),
        recipient: (channel === 'visitor-mail' && recipientOf.get(request)) || null,
      })),
  )
  if (messages.length > 0) await insertRows(transaction, 'outbox_messages', messages).execute()
}

/** The messages on disk, for those who deliver them. */
export class OutboxMessages {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Gives messages of a channel that are due to the caller: those without a lease, and those of expired leases, the
   * earliest first. When several instances claim at once, only one gets a message.
   *
   * @throws StoreUnavailable
   */
  async claim(
    channel: Channel,
    { now, expiredLeases, limit }: { now: Date; expiredLeases: readonly string[]; limit: number },
  ): Promise<ClaimedMessage[]> {
    const lease = randomUUID()
    const isClaimable = (eb: ExpressionBuilder<Schema, 'outbox_messages'>) =>
      eb.and([
        eb('status', '=', sql.lit('waiting')),
        eb('channel', '=', channel),
        eb('due_at', '<=', now.toISOString()),
        eb.or([eb('lease', 'is', null), ...(expiredLeases.length > 0 ? [eb('lease', 'in', expiredLeases)] : [])]),
      ])
    const { numUpdatedRows } = await this.#database
      // Materialized: PostgreSQL may run a subquery once for each row, and each time skip the rows locked before.
      .with(
        (cte) => cte('chosen').materialized(),
        (database) =>
          database
            .selectFrom('outbox_messages')
            .select('id')
            .where(isClaimable)
            .orderBy('due_at')
            .limit(limit)
            // Leaves messages that another instance is claiming at this moment to that instance.
            .$if(isPostgres(this.#database), (query) => query.forUpdate().skipLocked()),
      )
      .updateTable('outbox_messages')
      .set({ lease })
      .where('id', 'in', (eb) => eb.selectFrom('chosen').select('id'))
      // Instances that chose the same rows at once wait for each other's update, and must then check again.
      .$if(isPostgres(this.#database), (query) => query.where(isClaimable))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n ? this.#messagesOf(lease) : []
  }

  /**
   * All leases under which messages of a channel are being delivered, by any instance.
   *
   * @throws StoreUnavailable
   */
  async leases(channel: Channel): Promise<string[]> {
    const rows = await this.#database
      .selectFrom('outbox_messages')
      .select('lease')
      .distinct()
      .where('status', '=', 'waiting')
      .where('channel', '=', channel)
      .where('lease', 'is not', null)
      .execute()
    return rows.flatMap(({ lease }) => lease ?? [])
  }

  /**
   * When the next message of a channel without a lease becomes due: possibly in the past.
   *
   * @throws StoreUnavailable
   */
  async nextDueAt(channel: Channel): Promise<Date | undefined> {
    const next = await this.#database
      .selectFrom('outbox_messages')
      .select('due_at')
      .where('status', '=', 'waiting')
      .where('channel', '=', channel)
      .where('lease', 'is', null)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    return next && new Date(next.due_at)
  }

  /**
   * Records the result of an attempt, unless the message has got another lease since.
   *
   * @throws StoreUnavailable
   */
  async recordResult({ id, lease, failedAttempts }: ClaimedMessage, settlement: Settlement): Promise<void> {
    const { status } = settlement
    const retry =
      settlement.status === 'waiting'
        ? {
            due_at: settlement.dueAt.toISOString(),
            waited_seconds: settlement.waitedSeconds,
          }
        : {}
    const failure = 'failure' in settlement ? (settlement.failure ?? null) : null
    const settled_at = 'settledAt' in settlement ? settlement.settledAt.toISOString() : null
    const failed_attempts = status === 'delivered' ? failedAttempts : failedAttempts + 1
    await this.#database
      .updateTable('outbox_messages')
      .set({ status, failed_attempts, failure, settled_at, ...retry, lease: null })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .execute()
  }

  /**
   * Releases a message unchanged, so that any instance can claim it.
   *
   * @throws StoreUnavailable
   */
  async release({ id, lease }: ClaimedMessage): Promise<void> {
    await this.#database
      .updateTable('outbox_messages')
      .set({ lease: null })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .execute()
  }

  async #messagesOf(lease: string): Promise<ClaimedMessage[]> {
    const rows = await this.#database
      .selectFrom('outbox_messages')
      .innerJoin('callback_requests', 'callback_requests.reference', 'outbox_messages.reference')
      .selectAll('callback_requests')
      .select(['outbox_messages.id', 'failed_attempts', 'waited_seconds'])
      .where('lease', '=', lease)
      .orderBy('due_at')
      .execute()
    return rows.map(({ id, failed_attempts, waited_seconds, ...request }) => ({
      id,
      lease,
      // Messages do not show it.
      request: storedRequestOf(request, null),
      language: request.language,
      failedAttempts: failed_attempts,
      waitedSeconds: waited_seconds,
    }))
  }
}
