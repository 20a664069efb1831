import type { Transaction } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'
import { type Channel, newMessage } from './outbox-message.ts'

/** A message that has not been delivered, as an operator sees it: without personal data. */
export interface UndeliveredMessage {
  reference: string
  channel: Channel
  isAbandoned: boolean
  failedAttempts: number
  queuedAt: Date
  /** The next attempt; without meaning before the first and when abandoned. */
  dueAt: Date
}

/** The messages that may need an operator's attention. */
export class UndeliveredMessages {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * All waiting and abandoned messages, the oldest first.
   *
   * @throws StoreUnavailable
   */
  async all(): Promise<UndeliveredMessage[]> {
    const rows = await onStore(() =>
      this.#database
        .selectFrom('outbox_messages')
        .select(['reference', 'channel', 'status', 'failed_attempts', 'queued_at', 'due_at'])
        .where('status', 'in', ['waiting', 'abandoned'])
        .orderBy('queued_at')
        .orderBy('id')
        .execute(),
    )
    return rows.map((row) => ({
      reference: row.reference,
      channel: row.channel,
      isAbandoned: row.status === 'abandoned',
      failedAttempts: row.failed_attempts,
      queuedAt: new Date(row.queued_at),
      dueAt: new Date(row.due_at),
    }))
  }

  /**
   * Sends the messages of a request again, by each of these channels. An undelivered message starts again from the
   * beginning under its own id, so that a receiver can recognize it if it did arrive; a delivered one is followed by a
   * new one, except a mail about an overdue callback, of which there is one for each window. Undelivered messages of
   * other channels are dropped. Messages that are being delivered stay as they are.
   *
   * @returns false when there is no such request
   * @throws StoreUnavailable
   */
  requeue(reference: string, channels: readonly Channel[], now: Date): Promise<boolean> {
    const requeueIn = async (transaction: Transaction<Schema>) => {
      const request = await transaction
        .selectFrom('callback_requests')
        .select('reference')
        .where('reference', '=', reference)
        .executeTakeFirst()
      if (request === undefined) return false

      const undelivered = await transaction
        .selectFrom('outbox_messages')
        .select(['id', 'channel', 'lease'])
        .where('reference', '=', reference)
        .where('status', 'in', ['waiting', 'abandoned'])
        .execute()
      for (const { id, channel } of undelivered.filter(({ lease }) => lease === null)) {
        const { id: _, ...renewed } = newMessage(reference, channel, now)
        await transaction
          .updateTable('outbox_messages')
          .set(
            channels.includes(channel)
              ? { ...renewed, failed_attempts: 0, failed_at: null, waited_seconds: 0, settled_at: null }
              : { status: 'dropped' },
          )
          .where('id', '=', id)
          .where('lease', 'is', null)
          .execute()
      }
      const missing = channels.filter(
        (channel) => channel !== 'overdue-mail' && !undelivered.some((message) => message.channel === channel),
      )
      const messages = missing.map((channel) => newMessage(reference, channel, now))
      if (messages.length > 0) await transaction.insertInto('outbox_messages').values(messages).execute()
      return true
    }
    return onStore(() => this.#database.transaction().execute(requeueIn))
  }
}
