import type { Transaction } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'
import { type Channel, newMessage } from './outbox-message.ts'

/** A message that has not been delivered, as an operator sees it: nothing of the person. */
export interface UndeliveredMessage {
  reference: string
  channel: Channel
  isAbandoned: boolean
  failedAttempts: number
  queuedAt: Date
  /** The next try; without meaning before the first and when abandoned. */
  dueAt: Date
}

/** The messages that somebody may have to look after. */
export class UndeliveredMessages {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * What waits or was abandoned, the oldest first.
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
   * Has a request told of again, by each of these ways. A message that was never delivered is tried anew from the
   * start, under its own id, by which a receiver knows it if it did arrive; one that was delivered is followed by a
   * new one. What is unfinished by any other way is dropped. What is being delivered at this moment is left alone.
   *
   * @returns false when there is no such request
   * @throws StoreUnavailable
   */
  requeue(reference: string, channels: readonly Channel[], now: Date): Promise<boolean> {
    const work = async (transaction: Transaction<Schema>) => {
      const request = await transaction
        .selectFrom('callback_requests')
        .select('reference')
        .where('reference', '=', reference)
        .executeTakeFirst()
      if (request === undefined) return false

      const unfinished = await transaction
        .selectFrom('outbox_messages')
        .select(['id', 'channel', 'lease'])
        .where('reference', '=', reference)
        .where('status', 'in', ['waiting', 'abandoned'])
        .execute()
      for (const { id, channel } of unfinished.filter(({ lease }) => lease === null)) {
        const { id: _, ...afresh } = newMessage(reference, channel, now)
        const goesOn = channels.some((wanted) => wanted === channel)
        await transaction
          .updateTable('outbox_messages')
          .set(goesOn ? { ...afresh, failed_attempts: 0, failed_at: null, waited_seconds: 0 } : { status: 'dropped' })
          .where('id', '=', id)
          .where('lease', 'is', null)
          .execute()
      }
      const missing = channels.filter((channel) => !unfinished.some((message) => message.channel === channel))
      const messages = missing.map((channel) => newMessage(reference, channel, now))
      if (messages.length > 0) await transaction.insertInto('outbox_messages').values(messages).execute()
      return true
    }
    return onStore(() => this.#database.transaction().execute(work))
  }
}
