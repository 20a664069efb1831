import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import { type Actor, recordEvent } from '../audit/audit-events.ts'
import { notifyChanged } from '../callbacks/change-notices.ts'
import { type Database, isPostgres } from '../database/open-database.ts'
import { pageByKey } from '../database/page-by-key.ts'
import type { OutboxMessagesTable, Schema } from '../database/schema.ts'
import { type Channel, newMessage } from './outbox-message.ts'

/** How many refused mails are read: more need no other action. */
const MAX_REFUSED = 1_000

/** After a delivered message of these channels a new one is sent. */
const REPEATED: readonly Channel[] = ['staff-mail', 'webhook']

/** The same text as in the index `outbox_messages_undelivered`. */
const IS_UNDELIVERED = sql<SqlBool>`status in ('waiting', 'abandoned')`

/** A waiting or abandoned message, as an operator sees it: without personal data. */
export type UndeliveredMessage = Pick<
  Selectable<OutboxMessagesTable>,
  'id' | 'reference' | 'channel' | 'status' | 'failed_attempts' | 'queued_at' | 'due_at' | 'failure'
>

/** The place after a message: abandoned ones before waiting ones, each the oldest first. */
export type MessageCursor = Pick<UndeliveredMessage, 'status' | 'queued_at' | 'id'>

/** How many messages have not been delivered. */
export interface UndeliveredCounts {
  waiting: number
  abandoned: number
  /** When the oldest waiting message was queued: UTC, ISO 8601. Null when none waits. */
  oldestWaitingAt: string | null
}

export type ResendResult = 'resent' | 'unknown' | 'nobody-is-notified'

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
  all(): Promise<UndeliveredMessage[]> {
    return this.#undelivered().orderBy('queued_at').orderBy('id').execute()
  }

  /**
   * A page of the waiting and abandoned messages: the abandoned ones first, each the oldest first.
   *
   * @throws StoreUnavailable
   */
  page(limit: number, after: MessageCursor | undefined) {
    return pageByKey(this.#undelivered(), ['status', 'queued_at', 'id'], 'asc', { after, limit })
  }

  /** @throws StoreUnavailable */
  async counts(): Promise<UndeliveredCounts> {
    const rows = await this.#database
      .selectFrom('outbox_messages')
      .select(({ fn }) => ['status', fn.countAll().as('count'), fn.min('queued_at').as('oldest')])
      .where(IS_UNDELIVERED)
      .groupBy('status')
      .execute()
    const waiting = rows.find(({ status }) => status === 'waiting')
    const abandoned = rows.find(({ status }) => status === 'abandoned')
    return {
      waiting: Number(waiting?.count ?? 0),
      abandoned: Number(abandoned?.count ?? 0),
      oldestWaitingAt: waiting?.oldest ?? null,
    }
  }

  /**
   * The delivered mails that some of the department's addresses did not get, the latest first: at most 1,000.
   *
   * @throws StoreUnavailable
   */
  async refusedSince(instant: Date): Promise<{ reference: string; failure: string | null }[]> {
    return (
      this.#database
        .selectFrom('outbox_messages')
        .select(['reference', 'failure'])
        // As the index `outbox_messages_refused` has it.
        .where('status', '=', sql.lit('delivered'))
        .where('failure', 'is not', null)
        .where('settled_at', '>', instant.toISOString())
        .orderBy('settled_at', 'desc')
        .limit(MAX_REFUSED)
        .execute()
    )
  }

  /**
   * Sends the messages of a request again. An undelivered message starts again from the beginning under its own id, so
   * that a receiver can recognize it if it did arrive; a delivered one about a new request is followed by a new one, but
   * the visitor gets no second mail. Undelivered messages of other channels are dropped. Messages that are being
   * delivered stay as they are.
   *
   * @param channels all by which messages are sent
   * @returns `unknown` when there is no such request, and `nobody-is-notified` without channels: nothing is changed
   * @throws StoreUnavailable
   */
  resend(reference: string, channels: readonly Channel[], now: Date, actor: Actor): Promise<ResendResult> {
    if (reference.includes('\0')) return Promise.resolve('unknown')
    return this.#database.transaction().execute(async (transaction) => {
      if (!(await lockRequest(transaction, reference))) return 'unknown'
      if (channels.length === 0) return 'nobody-is-notified'
      await requeue(transaction, reference, channels, now)
      await recordEvent(transaction, now, actor, 'resent', { subject: reference })
      // Any page may show how many messages wait.
      await notifyChanged(transaction, [])
      return 'resent'
    })
  }

  /**
   * Says that the abandoned messages of a request are dealt with: nobody is warned of them any more.
   *
   * @returns `unknown` when there is no such request
   * @throws StoreUnavailable
   */
  dismiss(reference: string, now: Date, actor: Actor): Promise<'dismissed' | 'unknown'> {
    if (reference.includes('\0')) return Promise.resolve('unknown')
    return this.#database.transaction().execute(async (transaction) => {
      if (!(await lockRequest(transaction, reference))) return 'unknown'
      await transaction
        .updateTable('outbox_messages')
        .set({ status: 'dismissed' })
        .where('reference', '=', reference)
        .where('status', '=', 'abandoned')
        .execute()
      await recordEvent(transaction, now, actor, 'dismissed', { subject: reference })
      await notifyChanged(transaction, [])
      return 'dismissed'
    })
  }

  #undelivered() {
    return this.#database
      .selectFrom('outbox_messages')
      .select(['id', 'reference', 'channel', 'status', 'failed_attempts', 'queued_at', 'due_at', 'failure'])
      .where(IS_UNDELIVERED)
  }
}

/**
 * Locks a request and its messages, in the order in which an erasure locks them, so that it comes before or after. SQLite
 * has one writer.
 *
 * @returns whether there is such a request
 */
async function lockRequest(transaction: Transaction<Schema>, reference: string): Promise<boolean> {
  const messages = transaction.selectFrom('outbox_messages').select('id').where('reference', '=', reference)
  const request = transaction.selectFrom('callback_requests').select('reference').where('reference', '=', reference)
  if (!isPostgres(transaction)) return (await request.executeTakeFirst()) !== undefined
  await messages.orderBy('id').forUpdate().execute()
  return (await request.forKeyShare().executeTakeFirst()) !== undefined
}

async function requeue(
  transaction: Transaction<Schema>,
  reference: string,
  channels: readonly Channel[],
  now: Date,
): Promise<void> {
  const undelivered = await transaction
    .selectFrom('outbox_messages')
    .select(['id', 'channel', 'lease'])
    .where('reference', '=', reference)
    .where('status', 'in', ['waiting', 'abandoned'])
    .execute()
  for (const { id, channel } of undelivered.filter(({ lease }) => lease === null)) {
    const { id: _, ...renewed } = newMessage(reference, channel, now)
    const unfailed = { failed_attempts: 0, failure: null, waited_seconds: 0, settled_at: null }
    await transaction
      .updateTable('outbox_messages')
      .set(channels.includes(channel) ? { ...renewed, ...unfailed } : { status: 'dropped' })
      .where('id', '=', id)
      .where('lease', 'is', null)
      .execute()
  }
  const missing = REPEATED.filter(
    (channel) => channels.includes(channel) && !undelivered.some((message) => message.channel === channel),
  )
  const messages = missing.map((channel) => newMessage(reference, channel, now))
  if (messages.length > 0) await transaction.insertInto('outbox_messages').values(messages).execute()
}
