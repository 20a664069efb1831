import { hash, randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { type Selectable, sql, type Transaction } from 'kysely'
import {
  type Channel,
  DAY_MS,
  LONGEST_DELAY_MS,
  mailsWithinLimits,
  type Replies,
  type Settlement,
  type VisitorMail,
} from '../../callback-request/calling/messages.ts'
import { comparableEmail, normalized } from '../../callback-request/normalized.ts'
import type { StoredRequest } from '../../callback-request/stored-request.ts'
import { ago, storeNow, timedId } from './clock.ts'
import { type Database, isPostgres, query, read } from './database/open-database.ts'
import { insertRows } from './database/rows.ts'
import type { CallbackRequestsTable, OutboxMessagesTable, Schema } from './database/schema.ts'
import { storedRequestOf } from './stored-request.ts'
import { lock } from './write.ts'

/** A message that belongs to this process until its result is recorded, or until its lease expires. */
export interface ClaimedMessage {
  /** The same for all attempts. */
  id: string
  /** Another text after each renewal. */
  lease: string
  channel: Channel
  request: StoredRequest
  failedAttempts: number
  /** How long it has waited between its attempts altogether. */
  waitedSeconds: number
  replies: Replies
}

/** After a delivered message of these channels a new one is sent. */
export const REPEATED: readonly Channel[] = ['staff-mail', 'webhook']

export function newMessage(reference: string, channel: Channel, queuedAt: Date) {
  const queued_at = queuedAt.toISOString()
  const id = `msg_${timedId(queuedAt).replaceAll(/\W/g, '')}`
  return { id, reference, channel, status: 'waiting', queued_at, due_at: queued_at } as const
}

/** Queues messages, as a part of a transaction. On PostgreSQL its own clock says when each is due: now. */
export async function queue(
  transaction: Transaction<Schema>,
  messages: readonly (ReturnType<typeof newMessage> & { recipient?: string | null })[],
): Promise<void> {
  const due_at = isPostgres(transaction) ? { due_at: sql`(select store_now())` } : {}
  if (messages.length > 0) await insertRows(transaction, 'outbox_messages', messages, due_at).execute()
}

/**
 * Queues the messages of new requests in their transaction. A visitor gets no mail when the request is suspected, or when
 * the address, or all visitors, have had their mails of the day.
 *
 * @param onMailLimit called when all visitors have had theirs
 */
export async function queueMessages(
  transaction: Transaction<Schema>,
  requests: readonly { reference: string; receivedAt: Date; suspected: boolean; email: string }[],
  channels: readonly Channel[],
  onMailLimit: () => void,
): Promise<void> {
  const isToVisitors = (channel: Channel) => channel === 'visitor-mail'
  const messages = channels
    .filter((channel) => !isToVisitors(channel))
    .flatMap((channel) =>
      requests.map(({ reference, receivedAt }) => ({ ...newMessage(reference, channel, receivedAt), recipient: null })),
    )
  const mails = channels.filter(isToVisitors).flatMap((channel) =>
    requests
      .filter(({ suspected }) => !suspected)
      .map(({ reference, receivedAt, email }) => {
        return {
          ...newMessage(reference, channel, receivedAt),
          recipient: hash('sha256', mailboxOf(email)).slice(0, 16),
        }
      }),
  )
  const earlier = mails.length > 0 ? await mailsOfTheDayBefore(transaction, mails) : []
  await queue(transaction, [...messages, ...mailsWithinLimits(mails, earlier, onMailLimit)])
}

/** The mails that were queued within a day before others. Until the transaction ends, no other one asks for them. */
async function mailsOfTheDayBefore(transaction: Transaction<Schema>, mails: readonly VisitorMail[]) {
  await lock(transaction, 'mails to visitors')
  const earliest = mails.map(({ queued_at }) => queued_at).sort()[0] ?? ''
  return query<VisitorMail>(transaction)`select recipient, queued_at from outbox_messages
    where recipient is not null and queued_at > ${ago(new Date(earliest), DAY_MS)}`
}

/** Characters that change how an address is written, and not whose it is. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** The mailbox of an address, for counting: many ways to write it reach the same person. Source: contract. */
function mailboxOf(email: string): string {
  const plain = normalized(comparableEmail(email).replace(INVISIBLE, ''), 'NFKC').toLowerCase()
  const at = plain.lastIndexOf('@')
  const domain = plain.slice(at + 1)
  return `${plain.slice(0, at).replace(/(?<=.)\+.*$/s, '')}@${domainToASCII(domain) || domain}`
}

/**
 * Gives messages of a channel that are due to the caller: those without a lease, and those of expired leases, the
 * earliest first. When several instances claim at once, only one gets a message.
 */
export async function claim(
  database: Database,
  channel: Channel,
  { now, expiredLeases, limit }: { now: Date; expiredLeases: readonly string[]; limit: number },
): Promise<ClaimedMessage[]> {
  const isExpired = expiredLeases.length > 0 ? sql`or lease in (${sql.join(expiredLeases)})` : sql``
  // Leaves messages that another instance is claiming at this moment to that instance.
  const unlocked = isPostgres(database) ? sql`for update skip locked` : sql``
  // One by one, so that the index finds each.
  const at = storeNow(database, now)
  const latest = storeNow(database, now, LONGEST_DELAY_MS)
  for (const isDue of [sql`due_at <= ${at}`, sql`due_at > ${latest}`]) {
    const lease = randomUUID()
    const isClaimable = sql`status = 'waiting' and channel = ${channel} and ${isDue} and (lease is null ${isExpired})`
    // Materialized: PostgreSQL may run a subquery once for each row, and each time skip the rows locked before. Instances
    // that chose the same rows at once wait for each other's update, and must then check again.
    const claimed = sql`
      with chosen as materialized (
        select id from outbox_messages where ${isClaimable} order by due_at limit ${limit} ${unlocked}
      )
      update outbox_messages set lease = ${lease}
      where id in (select id from chosen) and ${isClaimable} returning id`
    if ((await read(database, claimed)).length > 0) return claimedMessages(database, lease)
  }
  return []
}

/** All leases under which messages of a channel are being delivered, by any instance. */
export async function leases(database: Database, channel: Channel): Promise<string[]> {
  const rows = await query<{ lease: string }>(database)`select distinct lease from outbox_messages
    where status = 'waiting' and channel = ${channel} and lease is not null`
  return rows.map(({ lease }) => lease)
}

/** How long until the next message of a channel without a lease becomes due: possibly less than nothing. */
export async function nextDueInMs(database: Database, channel: Channel, now: Date): Promise<number | undefined> {
  const [next] = await query<{ due_at: string; now: string }>(database)`
    select due_at, ${storeNow(database, now)} as now from outbox_messages
    where status = 'waiting' and channel = ${channel} and lease is null order by due_at limit 1`
  return next && Date.parse(next.due_at) - Date.parse(next.now)
}

/**
 * Records the result of an attempt, unless the message has got another lease since. If its request was withdrawn during
 * the attempt, a message that was delivered is followed by one that says so, and another one is dropped.
 */
export async function recordResult(database: Database, message: ClaimedMessage, settlement: Settlement, now: Date) {
  const { id, lease, channel, failedAttempts, request } = message
  const { status } = settlement
  const failure = 'failure' in settlement ? (settlement.failure ?? null) : null
  const settled_at = 'settledAt' in settlement ? settlement.settledAt.toISOString() : null
  const failed_attempts = status === 'delivered' ? failedAttempts : failedAttempts + 1
  const retry = status === 'waiting' && {
    due_at: storeNow(database, now, settlement.delayMs),
    waited_seconds: settlement.waitedSeconds,
    channel_failed: settlement.channelFailed,
    ...(settlement.replies && { recipient_replies: JSON.stringify(settlement.replies) }),
  }
  await database.transaction().execute(async (transaction) => {
    const own = transaction
      .updateTable('outbox_messages')
      .set({ status, failed_attempts, failure, settled_at, ...retry, lease: null })
      .where('id', '=', id)
      .where('lease', '=', lease)
    const { numUpdatedRows } = await own.executeTakeFirst()
    if (numUpdatedRows === 0n || request.withdrawn_at !== null || channel === 'overdue-mail') return
    // Whoever withdraws has locked the message: this comes before or after.
    const [found] = await query<{ withdrawn_at: string | null }>(transaction)`
      select withdrawn_at from callback_requests where reference = ${request.reference}`
    if (!found?.withdrawn_at) return
    if (status !== 'delivered') {
      await sql`update outbox_messages set status = 'dropped' where id = ${id}`.execute(transaction)
    } else if (REPEATED.includes(channel)) {
      await queue(transaction, [newMessage(request.reference, channel, now)])
    }
  })
}

/** Renews a lease, so that other instances see its owner work. @returns whether the message is still its owner's */
export async function renewLease(database: Database, message: ClaimedMessage): Promise<boolean> {
  const lease = randomUUID()
  const renewed = await query(database)`update outbox_messages set lease = ${lease}
    where id = ${message.id} and lease = ${message.lease} returning id`
  if (renewed.length > 0) message.lease = lease
  return renewed.length > 0
}

export async function release(database: Database, { id, lease }: ClaimedMessage): Promise<void> {
  await sql`update outbox_messages set lease = null where id = ${id} and lease = ${lease}`.execute(database)
}

/** Makes those messages due, the oldest first, that failed by their channel. What they have not waited does not count. */
export async function makeDue(database: Database, channels: readonly Channel[], now: Date): Promise<void> {
  const at = storeNow(database, now)
  const left = isPostgres(database)
    ? sql`cast(extract(epoch from cast(due_at as timestamptz) - cast(${at} as timestamptz)) as integer)`
    : sql`(unixepoch(due_at) - unixepoch(${at}))`
  await sql`update outbox_messages set due_at = case when queued_at < ${at} then queued_at else ${at} end,
      waited_seconds = case when ${left} < waited_seconds then waited_seconds - ${left} else 0 end
    where status = 'waiting' and channel in (${sql.join(channels)}) and due_at > ${at}
      and channel_failed = 1 and lease is null`.execute(database)
}

async function claimedMessages(database: Database, lease: string): Promise<ClaimedMessage[]> {
  type Message = Pick<
    Selectable<OutboxMessagesTable>,
    'id' | 'channel' | 'failed_attempts' | 'waited_seconds' | 'recipient_replies'
  >
  const rows = await query<Selectable<CallbackRequestsTable> & Message>(database)`
    select callback_requests.*, id, channel, failed_attempts, waited_seconds, recipient_replies
    from outbox_messages join callback_requests on callback_requests.reference = outbox_messages.reference
    where lease = ${lease} order by due_at`
  return rows.map(({ id, channel, failed_attempts, waited_seconds, recipient_replies, ...request }) => ({
    ...{ id, lease, channel, failedAttempts: failed_attempts, waitedSeconds: waited_seconds },
    replies: JSON.parse(recipient_replies ?? '{}'),
    // Messages do not show the status.
    request: storedRequestOf(request, null),
  }))
}
