import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import { type Actor, recordEvent } from '../audit/audit-events.ts'
import { notifyChanged } from '../callbacks/change-notices.ts'
import { type Database, isPostgres } from '../database/open-database.ts'
import { pageByKey } from '../database/page-by-key.ts'
import type { OutboxMessagesTable, Schema } from '../database/schema.ts'
import { enableWebhooks } from './disabled-webhooks.ts'
import { type Channel, newMessage } from './outbox-message.ts'

/** A count for the desk stops here. Source: desk, section 9. */
const MAX_COUNT = 1_000

/** In the order of their text, by which the index sorts them. */
const STATUSES = ['abandoned', 'waiting'] as const

type UndeliveredStatus = (typeof STATUSES)[number]

/** After a delivered message of these channels a new one is sent. */
const REPEATED: readonly Channel[] = ['staff-mail', 'webhook']

/** The same text as in the index `outbox_messages_undelivered`. */
const IS_UNDELIVERED = sql<SqlBool>`status in ('waiting', 'abandoned')`

/** A message that has not been delivered, as an operator sees it: without personal data. */
export interface UndeliveredMessage {
  reference: string
  channel: Channel
  isAbandoned: boolean
  failedAttempts: number
  queuedAt: Date
  /** The next attempt; without meaning before the first and when abandoned. */
  dueAt: Date
  /** Why the latest attempt failed, as a code; null when none has. */
  failure: string | null
}

/** The place after a message: abandoned ones before waiting ones, each the oldest first. */
export interface MessageCursor {
  status: UndeliveredStatus
  queued_at: string
  id: string
}

/** How many messages have not been delivered, up to a limit. */
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
  async all(): Promise<UndeliveredMessage[]> {
    const rows = await this.#undelivered().orderBy('queued_at').orderBy('id').execute()
    return rows.map(messageOf)
  }

  /**
   * A page of the waiting and abandoned messages: the abandoned ones first, each the oldest first.
   *
   * @throws StoreUnavailable
   */
  async page(
    limit: number,
    after: MessageCursor | undefined,
  ): Promise<{ rows: UndeliveredMessage[]; next: MessageCursor | null }> {
    const found: Row[] = []
    // Each status on its own: in one query SQLite would read all rows before the cursor.
    for (const status of STATUSES.slice(after ? STATUSES.indexOf(after.status) : 0)) {
      const query = this.#undelivered().where('status', '=', status)
      const place = after?.status === status ? after : null
      const page = { after: place, limit: limit + 1 - found.length }
      if (page.limit > 0) found.push(...(await pageByKey(query, ['queued_at', 'id'], 'asc', page)).rows)
    }
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    const next =
      found.length > limit && last ? { status: statusOf(last), queued_at: last.queued_at, id: last.id } : null
    return { rows: rows.map(messageOf), next }
  }

  /** @param max for more than that. @throws StoreUnavailable */
  async counts(max = MAX_COUNT): Promise<UndeliveredCounts> {
    const [waiting, abandoned, oldest] = await Promise.all([
      this.#count('waiting', max),
      this.#count('abandoned', max),
      this.#undelivered()
        .where('status', '=', 'waiting')
        .orderBy('status')
        .orderBy('queued_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    ])
    return { waiting, abandoned, oldestWaitingAt: oldest?.queued_at ?? null }
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
        .limit(MAX_COUNT)
        .execute()
    )
  }

  /**
   * Sends the messages of a request again. An undelivered message starts again from the beginning under its own id, so
   * that a receiver can recognize it if it did arrive; a delivered one about a new request is followed by a new one, but
   * the visitor gets no second mail. Undelivered messages of other channels are dropped. Messages that are being
   * delivered stay as they are. A disabled webhook is enabled.
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
      await enableWebhooks(transaction)
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

  async #count(status: UndeliveredStatus, max: number): Promise<number> {
    const some = this.#database
      .selectFrom('outbox_messages')
      .select('id')
      .where(IS_UNDELIVERED)
      .where('status', '=', status)
      .limit(max)
      .as('some')
    const { count } = await this.#database
      .selectFrom(some)
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
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
    const unfailed = { failed_attempts: 0, failed_at: null, failure: null, waited_seconds: 0, settled_at: null }
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

type Row = Pick<
  Selectable<OutboxMessagesTable>,
  'id' | 'reference' | 'channel' | 'status' | 'failed_attempts' | 'queued_at' | 'due_at' | 'failure'
>

const statusOf = ({ status }: Row): UndeliveredStatus => (status === 'abandoned' ? status : 'waiting')

function messageOf(row: Row): UndeliveredMessage {
  return {
    reference: row.reference,
    channel: row.channel,
    isAbandoned: statusOf(row) === 'abandoned',
    failedAttempts: row.failed_attempts,
    queuedAt: new Date(row.queued_at),
    dueAt: new Date(row.due_at),
    failure: row.failure,
  }
}
