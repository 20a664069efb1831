import { type RawBuilder, sql, type Transaction } from 'kysely'
import { settlingEffects } from '../../callback-request/calling/promises.ts'
import { ago, storeTime } from './clock.ts'
import { type Database, isPostgres, query, read } from './database/open-database.ts'
import type { CallbacksTable, Schema } from './database/schema.ts'
import { newMessage, queue } from './outbox.ts'
import { lockFreeNumbers, numbersIn } from './people-at-a-number.ts'
import { callbacksAmong, decide, isHeld } from './stored-callback.ts'

/** A mail is queued this long after the end of the window: 5 minutes. Source: desk, section 4. */
const GRACE_MS = 5 * 60_000

/**
 * Windows that ended longer ago get no mail: one that comes later helps nobody, and a mail server that is set a year
 * later must not get a year's mails. 24 h, so that a night in which the server was off is covered.
 */
const LATEST_MS = 24 * 60 * 60_000

/** A callback that nobody has called in its window, as a mail shows it. */
export type OverdueCallback = Pick<
  CallbacksTable,
  'slot' | 'due_from' | 'due_until' | 'tries' | 'name' | 'phone' | 'service'
> & { reference: string }

/**
 * Queues a mail for each callback whose window ended from 24 hours to 5 minutes ago, if nobody has called since the
 * window began and nobody holds it. Each callback and window gets one, also by several instances at once; whoever is
 * being called or erased at that moment is left to the next check. @returns how many
 */
export function queueMails(database: Database, now: Date): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const isDue = sql`settled_at is null and due_until > ${ago(now, LATEST_MS)} and due_until <= ${ago(now, GRACE_MS)}
      and paused_until is null and (last_called_at is null or last_called_at < due_from)
      and not ${isHeld(transaction, now)} and (mailed_until is null or mailed_until <> due_until)`
    const numbers = await query<{ number: string }>(transaction)`select distinct number from callbacks where ${isDue}`
    const free = await lockFreeNumbers(
      transaction,
      numbers.map(({ number }) => number),
    )
    const callbacks = await query<{ first_reference: string }>(transaction)`
      update callbacks set mailed_until = due_until
      where ${isDue} and number in ${numbersIn(transaction, [...free])} returning first_reference`
    const messages = callbacks.map(({ first_reference }) => newMessage(first_reference, 'overdue-mail', now))
    await queue(transaction, messages)
    return messages.length
  })
}

/** Gives mails about overdue callbacks to other requests of these, in a transaction that erases requests. */
export async function keepOverdueMails(transaction: Transaction<Schema>, erased: RawBuilder<unknown>): Promise<void> {
  const kept = sql`select min(kept.reference) from callback_requests as gone
    join callback_requests as kept on kept.callback = gone.callback
    where gone.reference = outbox_messages.reference and kept.reference not in (${erased})`
  await sql`update outbox_messages set reference = coalesce((${kept}), reference)
    where reference in (${erased}) and channel = 'overdue-mail'`.execute(transaction)
}

/** The callback about which a mail was queued, unless it is settled or has got another window, as after each call. */
export async function overdueCallback(database: Database, reference: string): Promise<OverdueCallback | undefined> {
  const found = sql<OverdueCallback>`
    select first_reference as reference, name, phone, service, slot, due_from, due_until, tries from callbacks
    where id = (select callback from callback_requests where reference = ${reference})
      and settled_at is null and mailed_until = due_until`
  return (await read(database, found))[0]
}

/** How many callbacks are overdue, `max` for more, and the instant at which the first of their windows ended, or null. */
export async function countOverdue(database: Database, now: Date, max: number) {
  const [overdue] = await query<{ count: number; oldest: string | null }>(database)`
    select cast(count(*) as integer) as count, min(due_until) as oldest from (
      select due_until from callbacks where settled_at is null and due_until <= ${now.toISOString()}
      order by due_until limit ${max}
    ) as counted`
  return { count: overdue?.count ?? 0, oldestUntil: overdue?.oldest ?? null }
}

/** Older ones are not called any more: a first morning with a year of overdue callbacks would help nobody. 72 h. */
const BEFORE_DESK_MS = 72 * 60 * 60_000

/**
 * Settles, at the desk's first start only, the open callbacks whose window ended more than 72 hours ago, unless one of
 * their requests was promised a later one: it is of somebody who asked again. By the store's own clock and the wall clock,
 * whichever is earlier, so that a clock that is ahead settles nobody. If it fails, the next start is the first.
 */
export async function startDesk(database: Database, now: Date): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const at = now.toISOString()
    const isFirst = sql`update store set desk_started_at = ${at} where desk_started_at is null returning id`
    if ((await read(transaction, isFirst)).length === 0) return
    // It locks no numbers, so nobody may even read one of them meanwhile.
    if (isPostgres(transaction)) await sql`lock table callbacks in access exclusive mode`.execute(transaction)
    const storesOwn = new Date(await storeTime(transaction))
    const before = ago(storesOwn < now ? storesOwn : now, BEFORE_DESK_MS)
    const old = sql`select id from callbacks where settled_at is null and due_until < ${before} and not exists (
      select 1 from callback_requests as asked where asked.callback = callbacks.id and asked.due_until >= ${before})`
    for (const callback of await callbacksAmong(transaction, old)) {
      await decide({ transaction, callback, caller: { by: null }, at: now }, 'before_desk', settlingEffects)
    }
  })
}
