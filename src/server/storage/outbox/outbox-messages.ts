import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import { type GroupCommit, groupCommitOf } from '../database/group-commit.ts'
import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'
import { storedRequestOf } from '../requests/stored-request-row.ts'
import { claimMessages } from './claim-messages.ts'
import { type Channel, newMessage } from './outbox-message.ts'
import { recipientWithinLimit } from './visitor-mail-limit.ts'

/** A message whose turn is this process's until it is settled, or until the lease has run out. */
export interface ClaimedMessage {
  /** Constant over all tries. */
  id: string
  lease: string
  request: StoredRequest
  failedAttempts: number
  /** How long it has waited between its tries altogether. */
  waitedSeconds: number
}

/** What has become of a message. A retry's times are instants. */
export type Settlement =
  | { status: 'delivered' | 'abandoned' | 'dropped' }
  | { status: 'waiting'; failedAt: Date; dueAt: Date; waitedSeconds: number }

/**
 * Queues a new request's messages in its own transaction. A visitor is not written to when the request is suspected,
 * or when the address has had its three mails of the day.
 */
export async function queueMessages(
  transaction: Transaction<Schema>,
  reference: string,
  request: { channels: readonly Channel[]; receivedAt: Date; suspected: boolean; email: string },
): Promise<void> {
  const { channels, receivedAt, suspected, email } = request
  const recipient =
    channels.includes('visitor-mail') && !suspected
      ? await recipientWithinLimit(transaction, email, receivedAt)
      : undefined
  const messages = channels
    .filter((channel) => channel !== 'visitor-mail' || recipient !== undefined)
    .map((channel) => ({
      ...newMessage(reference, channel, receivedAt),
      recipient: channel === 'visitor-mail' ? recipient : null,
    }))
  if (messages.length > 0) await transaction.insertInto('outbox_messages').values(messages).execute()
}

/** The messages on disk, as those see them who deliver. */
export class OutboxMessages {
  readonly #database: Database
  readonly #groupCommit: GroupCommit

  constructor(database: Database) {
    this.#database = database
    this.#groupCommit = groupCommitOf(database)
  }

  /**
   * Makes messages of a channel the caller's: those that are due and nobody's, and those of leases that have run out.
   * Of several instances that claim at once, one gets a message.
   *
   * @param now decides which retries are due; a message that was never tried always is
   * @throws StoreUnavailable
   */
  claim(
    channel: Channel,
    { now, expiredLeases, limit }: { now: Date; expiredLeases: readonly string[]; limit: number },
  ): Promise<ClaimedMessage[]> {
    const lease = randomUUID()
    return onStore(async () => {
      const { numUpdatedRows } = await this.#groupCommit.runStatement((database) =>
        claimMessages(database, channel, { lease, now, expiredLeases, limit }).executeTakeFirstOrThrow(),
      )
      return numUpdatedRows > 0n ? this.#messagesOf(lease) : []
    })
  }

  /**
   * Every lease under which messages of a channel are being delivered, by whatever instance.
   *
   * @throws StoreUnavailable
   */
  async leases(channel: Channel): Promise<string[]> {
    const rows = await onStore(() =>
      this.#database
        .selectFrom('outbox_messages')
        .select('lease')
        .distinct()
        .where('status', '=', 'waiting')
        .where('channel', '=', channel)
        .where('lease', 'is not', null)
        .execute(),
    )
    return rows.flatMap(({ lease }) => lease ?? [])
  }

  /**
   * When the next message of a channel that is nobody's becomes due: possibly in the past.
   *
   * @throws StoreUnavailable
   */
  async nextDueAt(channel: Channel): Promise<Date | undefined> {
    const next = await onStore(() =>
      this.#database
        .selectFrom('outbox_messages')
        .select('due_at')
        .where('status', '=', 'waiting')
        .where('channel', '=', channel)
        .where('lease', 'is', null)
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst(),
    )
    return next && new Date(next.due_at)
  }

  /**
   * Writes down what has become of a message, unless its lease has passed to somebody else.
   *
   * @throws StoreUnavailable
   */
  async settle({ id, lease, failedAttempts }: ClaimedMessage, settlement: Settlement): Promise<void> {
    const { status } = settlement
    const retry =
      settlement.status === 'waiting'
        ? {
            due_at: settlement.dueAt.toISOString(),
            failed_at: settlement.failedAt.toISOString(),
            waited_seconds: settlement.waitedSeconds,
          }
        : {}
    const failed_attempts = status === 'delivered' ? failedAttempts : failedAttempts + 1
    await onStore(() =>
      this.#groupCommit.runStatement((database) =>
        database
          .updateTable('outbox_messages')
          .set({ status, failed_attempts, ...retry, lease: null })
          .where('id', '=', id)
          .where('lease', '=', lease)
          .execute(),
      ),
    )
  }

  /**
   * Gives a message back as it was, for anybody to claim.
   *
   * @throws StoreUnavailable
   */
  async release({ id, lease }: ClaimedMessage): Promise<void> {
    await onStore(() =>
      this.#groupCommit.runStatement((database) =>
        database
          .updateTable('outbox_messages')
          .set({ lease: null })
          .where('id', '=', id)
          .where('lease', '=', lease)
          .execute(),
      ),
    )
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
      request: storedRequestOf(request),
      failedAttempts: failed_attempts,
      waitedSeconds: waited_seconds,
    }))
  }
}
