import { type Selectable, sql, type Transaction } from 'kysely'
import type { Channel } from '../../callback-request/calling/messages.ts'
import { later, storeNow } from './clock.ts'
import { countOf, type Database, isPostgres, query, read } from './database/open-database.ts'
import { type PageBounds, pageByKey } from './database/rows.ts'
import type { OutboxMessagesTable, Schema } from './database/schema.ts'
import { newMessage, queue, REPEATED } from './outbox.ts'
import { type Act, write } from './write.ts'

/** How many refused mails are read: more need no other action. */
const MAX_REFUSED = 1_000

/** The same text as in the index `outbox_messages_undelivered`. */
const IS_UNDELIVERED = sql`status in ('waiting', 'abandoned')`

/** A mail to a visitor is given up without anybody being told: most addresses that get none are mistyped. */
const IS_TASK = sql`channel <> 'visitor-mail'`

/** No instance's clock is so far ahead of another's: 1 h. What is dated further ahead was queued by a wrong clock. */
const WRONG_AHEAD_MS = 60 * 60_000

/** Since when a message waits. What a wrong clock has queued waits since its request came, by the store's own clock. */
const waitingSince = (now: Date) => sql<string>`case when queued_at <= ${later(now, WRONG_AHEAD_MS)} then queued_at
  else (select kept_from from callback_requests as asked where asked.reference = outbox_messages.reference) end`

/** A waiting or abandoned message, as an operator sees it: without personal data. */
export type UndeliveredMessage = Pick<
  Selectable<OutboxMessagesTable>,
  'id' | 'reference' | 'channel' | 'failed_attempts' | 'queued_at' | 'due_at' | 'failure'
> & { status: 'waiting' | 'abandoned' }

const UNDELIVERED = sql<UndeliveredMessage>`
  select id, reference, channel, status, failed_attempts, queued_at, due_at, failure
  from outbox_messages where ${IS_UNDELIVERED}`

export function undeliveredMessages(database: Database): Promise<UndeliveredMessage[]> {
  return read(database, sql<UndeliveredMessage>`${UNDELIVERED} order by queued_at, id`)
}

/** A page of the waiting and abandoned messages: the abandoned ones first, each the oldest first. */
export function undeliveredPage(
  database: Database,
  bounds: PageBounds<Pick<UndeliveredMessage, 'status' | 'queued_at' | 'id'>>,
) {
  return pageByKey(database, UNDELIVERED, ['status', 'queued_at', 'id'], 'asc', bounds)
}

/** The oldest waiting, or abandoned, message that is somebody's task, since when it waits, and how many there are. */
export async function oldestUndelivered(database: Database, status: 'waiting' | 'abandoned', now: Date) {
  const [oldest] = await query<Pick<UndeliveredMessage, 'reference' | 'failure'> & { since: string; count: number }>(
    database,
  )`
    select reference, failure, ${waitingSince(now)} as since, cast(count(*) over () as integer) as count
    from outbox_messages where status = ${status} and ${IS_UNDELIVERED} and ${IS_TASK} order by since, id limit 1`
  return oldest
}

/** How many messages wait or are abandoned, and since when the oldest waits that is somebody's task: an instant, or null. */
export async function undeliveredCounts(database: Database, now: Date) {
  const counts = await query<{ status: string; count: number; oldest: string | null }>(database)`
    select status, cast(count(*) as integer) as count,
      min(case when ${IS_TASK} then ${waitingSince(now)} end) as oldest
    from outbox_messages where ${IS_UNDELIVERED} group by status`
  const [waiting, abandoned] = ['waiting', 'abandoned'].map((one) => counts.find(({ status }) => status === one))
  return { waiting: waiting?.count ?? 0, abandoned: abandoned?.count ?? 0, oldestWaitingAt: waiting?.oldest ?? null }
}

/** The delivered mails that some of the department's addresses did not get, the latest first: at most 1,000. */
export function refusedMailsSince(database: Database, instant: Date) {
  // As the index `outbox_messages_refused` has it.
  return query<{ reference: string; failure: string }>(database)`
    select reference, failure from outbox_messages
    where status = 'delivered' and failure is not null and settled_at > ${instant.toISOString()}
    order by settled_at desc limit ${MAX_REFUSED}`
}

/**
 * Sends the messages of a request again. An undelivered message starts again from the beginning under its own id, so that
 * a receiver can recognize it if it did arrive; a delivered one about a new request is followed by a new one, but the
 * visitor gets no second mail. Undelivered messages of other channels are dropped. Messages that are being delivered stay
 * as they are.
 *
 * @param channels all by which messages are sent
 * @returns `unknown` when there is no such request, and `nobody-is-notified` without channels: nothing is changed
 */
export function resendMessages(act: Act, reference: string, channels: readonly Channel[]) {
  return write(act, async ({ transaction, record, at }) => {
    if (!(await lockRequest(transaction, reference))) return 'unknown'
    if (channels.length === 0) return 'nobody-is-notified'
    await requeue(transaction, reference, channels, at)
    await record('resent', reference)
    return 'resent'
  })
}

/**
 * Says that the messages of a request that nobody sends are dealt with: the abandoned ones, and those of channels by which
 * no messages are sent any more. Nobody is warned of them any more.
 *
 * @param channels all by which messages are sent
 * @returns `unknown` when there is no such request, and `waiting` when all its undelivered messages are still sent
 */
export function dismissMessages(
  act: Act,
  reference: string,
  channels: readonly Channel[],
): Promise<'dismissed' | 'unknown' | 'waiting'> {
  return write(act, async ({ transaction, record }) => {
    if (!(await lockRequest(transaction, reference))) return 'unknown'
    const isSent = channels.length > 0 ? sql`status = 'waiting' and channel in (${sql.join(channels)})` : sql`1 = 0`
    const own = sql`reference = ${reference} and ${IS_UNDELIVERED}`
    const dismissed = sql`update outbox_messages set status = 'dismissed', lease = null
      where ${own} and not (${isSent}) returning id`
    if ((await read(transaction, dismissed)).length > 0) await record('dismissed', reference)
    else if ((await countOf(transaction, 'outbox_messages', own)) > 0) return 'waiting'
    return 'dismissed'
  })
}

/** Locks a request and its messages in the order in which an erasure does. @returns whether there is such a request */
async function lockRequest(transaction: Transaction<Schema>, reference: string): Promise<boolean> {
  // PostgreSQL takes no text with it.
  if (reference.includes('\0')) return false
  const request = sql`select reference from callback_requests where reference = ${reference}`
  if (!isPostgres(transaction)) return (await read(transaction, request)).length > 0
  await sql`select id from outbox_messages where reference = ${reference} order by id for update`.execute(transaction)
  return (await read(transaction, sql`${request} for key share`)).length > 0
}

/**
 * Drops what waits to be told of a request that is withdrawn in this transaction, and queues another message, which says
 * so, for each channel that has told the department of it. Of what is being delivered, `recordResult` does so afterwards.
 */
export async function announceWithdrawal(
  transaction: Transaction<Schema>,
  reference: string,
  channels: readonly Channel[],
  now: Date,
): Promise<void> {
  await lockRequest(transaction, reference)
  // A mail about an overdue callback is not about this request alone.
  const own = sql`reference = ${reference} and channel <> 'overdue-mail'`
  await sql`update outbox_messages set status = 'dropped' where ${own} and ${IS_UNDELIVERED} and lease is null`.execute(
    transaction,
  )
  const told = await query<{ channel: Channel }>(transaction)`
    select distinct channel from outbox_messages where ${own} and status = 'delivered'`
  const messages = told
    .filter(({ channel }) => REPEATED.includes(channel) && channels.includes(channel))
    .map(({ channel }) => newMessage(reference, channel, now))
  await queue(transaction, messages)
}

async function requeue(transaction: Transaction<Schema>, reference: string, channels: readonly Channel[], now: Date) {
  const own = sql`reference = ${reference} and ${IS_UNDELIVERED}`
  const isUsed = sql`channel in (${sql.join(channels)})`
  const undelivered = await query<{ channel: Channel }>(transaction)`select channel from outbox_messages where ${own}`
  const at = now.toISOString()
  await sql`update outbox_messages set status = 'dropped'
    where ${own} and lease is null and not ${isUsed}`.execute(transaction)
  await sql`
    update outbox_messages set status = 'waiting', queued_at = ${at}, due_at = ${storeNow(transaction, now)}, failed_attempts = 0,
      failure = null, waited_seconds = 0, settled_at = null
    where ${own} and lease is null and ${isUsed}`.execute(transaction)
  const messages = REPEATED.filter(
    (one) => channels.includes(one) && !undelivered.some(({ channel }) => channel === one),
  ).map((channel) => newMessage(reference, channel, now))
  await queue(transaction, messages)
}
