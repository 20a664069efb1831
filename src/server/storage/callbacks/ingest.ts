import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { type Window, windowOf } from '../../../callback-request/calling/requeue.ts'
import { phoneKey } from '../../../callback-request/phone-key.ts'
import type { Service } from '../../../callback-request/services.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import { groupCommitOf } from '../database/group-commit.ts'
import type { Database } from '../database/open-database.ts'
import { rowsInParameter } from '../database/rows-in-parameter.ts'
import type { CallbacksTable, Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'
import { campaignIn } from '../search/request-filter.ts'
import { notifyChanged } from './change-notices.ts'
import { lockCallbacks } from './lock-callbacks.ts'

/** How many requests one transaction ingests: 5 to 10 ms, for which the posts of the same turn wait. */
export const INGESTED_AT_ONCE = 50

/** How far back the first start of the desk looks: a year of overdue callbacks would help nobody. 72 h. */
const FIRST_START_MS = 72 * 60 * 60_000

/** Decides from when on requests are ingested. Only the first start does. @throws StoreUnavailable */
export async function startIngestion(database: Database, now: Date): Promise<void> {
  const ingested_from = new Date(now.getTime() - FIRST_START_MS).toISOString()
  await onStore(() =>
    database
      .insertInto('desk_state')
      .values({ id: 1, ingested_from })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/**
 * Joins the requests that wait for it to the open callbacks of their numbers, and opens those that are missing. At most
 * 50, in the order of receipt. A request that came after the first start is one of them, whatever its date.
 *
 * @returns the callbacks that have changed, and whether there may be more requests
 * @throws StoreUnavailable
 */
export function ingest(database: Database, timeZone: string): Promise<{ changed: string[]; isMore: boolean }> {
  return onStore(() =>
    groupCommitOf(database).run(async (transaction) => {
      await lockCallbacks(transaction)
      const waiting = transaction
        .selectFrom('callback_requests')
        .select(['reference', 'phone', 'service', 'time_slot', 'received_at'])
        .select(campaignIn(transaction, 'campaign').as('campaign'))
        .where('callback', 'is', null)
        .where('suspected', '=', sql.lit(0))
        .orderBy('received_at')
        .orderBy('reference')
        .limit(INGESTED_AT_ONCE)
      const horizon = transaction.selectFrom('desk_state').select('ingested_from')
      // Their windows are long over, so they are called first.
      const misdated = await waiting.where('misdated', '=', sql.lit(1)).where('received_at', '<', horizon).execute()
      const dated = await waiting.where('received_at', '>=', horizon).execute()
      const rows = [...misdated, ...dated].slice(0, INGESTED_AT_ONCE)
      const changed: string[] = []
      for (const [key, requests] of Map.groupBy(rows, ({ phone }) => phoneKey(phone))) {
        const windowed = requests.map((request) => ({
          ...request,
          window: windowOf(request.time_slot, new Date(request.received_at), timeZone),
        }))
        changed.push(await join(transaction, key, windowed))
      }
      if (changed.length > 0) await notifyChanged(transaction, changed)
      return { changed, isMore: rows.length === INGESTED_AT_ONCE }
    }),
  )
}

/** A request and the window in which its person is to be called. */
export interface WindowedRequest {
  reference: string
  service: Service | null
  time_slot: TimeSlot
  received_at: string
  /** `utm_campaign`. */
  campaign: string | null
  window: Window
}

/**
 * Joins requests of one number to its open callback, or opens one.
 *
 * @param requests at least one, the oldest first
 * @returns the callback's id
 */
export async function join(
  transaction: Transaction<Schema>,
  phone_key: string,
  requests: readonly WindowedRequest[],
): Promise<string> {
  const [first] = requests
  const newest = requests.at(-1)
  if (!first || !newest) throw new Error('A callback has a request.')
  const opened = rowOf(first.window)
  // The window that ends first: every promised window is kept.
  const earliest = requests.reduce((a, b) => (b.window.until < a.window.until ? b : a))
  const due = rowOf(earliest.window)
  const isEarlier = sql`excluded.due_until < callbacks.due_until`
  const named = requests.find(({ campaign }) => campaign !== null)
  const isNamed = sql`${campaignIn(transaction, 'callback_requests.campaign')} is not null`
  // A restored request may be older than others of the callback, and so may one that another machine's clock has dated.
  const isFirst = sql`not ${hasRequest('<', first)}`
  const isNewest = sql`not ${hasRequest('>', newest)}`
  const isFirstNamed = named
    ? sql`callbacks.first_campaign is null or ${hasRequest('>', named)} and not ${hasRequest('<', named, isNamed)}`
    : sql`1 = 0`
  const newIf = <Column extends keyof CallbacksTable>(condition: RawBuilder<unknown>, column: Column) =>
    sql<Selectable<CallbacksTable>[Column]>`
      case when ${condition} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`callbacks.${column}`)} end`
  const { id } = await transaction
    .insertInto('callbacks')
    .values({
      id: first.reference,
      phone_key,
      status: 'new',
      slot: earliest.time_slot,
      ...due,
      first_from: opened.due_from,
      first_until: opened.due_until,
      asked: requests.length,
      service: newest.service,
      first_service: first.service,
      first_slot: first.time_slot,
      first_campaign: named?.campaign ?? null,
      opened_at: first.received_at,
    })
    .onConflict((conflict) =>
      conflict
        .column('phone_key')
        .where('settled_at', 'is', null)
        .doUpdateSet({
          asked: sql<number>`callbacks.asked + excluded.asked`,
          service: newIf(isNewest, 'service'),
          first_service: newIf(isFirst, 'first_service'),
          first_slot: newIf(isFirst, 'first_slot'),
          first_campaign: newIf(isFirstNamed, 'first_campaign'),
          opened_at: newIf(sql`excluded.opened_at < callbacks.opened_at`, 'opened_at'),
          due_from: newIf(isEarlier, 'due_from'),
          slot: newIf(isEarlier, 'slot'),
          due_until: newIf(isEarlier, 'due_until'),
        }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

  await setWindows(transaction, id, requests)
  return id
}

/** Whether the callback already has a request before or after another one. */
function hasRequest(side: '<' | '>', { received_at, reference }: WindowedRequest, condition = sql`1 = 1`) {
  return sql`exists (
    select 1 from callback_requests
    where callback = callbacks.id and (received_at, reference) ${sql.raw(side)} (${received_at}, ${reference})
      and ${condition}
  )`
}

/** Gives requests their windows, and the callback to which they belong. */
export async function setWindows(
  transaction: Transaction<Schema>,
  id: string,
  requests: readonly WindowedRequest[],
): Promise<void> {
  const rows = requests.map(({ reference, window }) => {
    const { due_from, due_until } = rowOf(window)
    return [reference, due_from, due_until]
  })
  const windows = rowsInParameter(transaction, ['reference', 'due_from', 'due_until'], rows)
  await transaction
    .updateTable('callback_requests')
    .from(windows.as('windows'))
    .set((eb) => ({ callback: id, due_from: eb.ref('windows.due_from'), due_until: eb.ref('windows.due_until') }))
    .whereRef('callback_requests.reference', '=', 'windows.reference')
    .execute()
}

/** The columns of a window. */
export function rowOf({ from, until }: Window) {
  return { due_from: from.toISOString(), due_until: until.toISOString() }
}
