import { sql, type Transaction } from 'kysely'
import type { JoiningRequest, WindowChange } from '../../../callback-request/calling/callback-state.ts'
import { OUTCOMES } from '../../../callback-request/calling/outcomes.ts'
import {
  type RestoredRequest,
  restoredWindow,
  type Window,
  windowOf,
} from '../../../callback-request/calling/requeue.ts'
import type { Calendar } from '../../../callback-request/calling-days.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import { type Database, read } from '../database/open-database.ts'
import { type PageBounds, pageByKey, RECEIPT } from '../database/page-by-key.ts'
import { rowsInParameter } from '../database/rows-in-parameter.ts'
import type { CallbackRequestsTable, Schema } from '../database/schema.ts'
import { lock } from '../database/write.ts'
import { ERASURES } from '../erasure/erased-requests.ts'
import { campaignIn } from '../search/request-search.ts'
import { type Step, suspect, writeChange } from './change-step.ts'
import { joinCallbacks } from './join-callbacks.ts'
import { type Callback, foldAgain, foldStored, lockedCallbacks } from './stored-callback.ts'

type Restoring = Pick<Step, 'transaction' | 'at' | 'caller'> & { calendar: Calendar }

/**
 * The requests that the desk keeps out of the worklist because they may be spam, as its list shows them: a page, the
 * newest first. Source: desk, section 9.
 */
export function suspectedRequests(
  database: Database,
  bounds: PageBounds<Pick<CallbackRequestsTable, 'received_at' | 'reference'>>,
) {
  // The condition has the same text as in the index `callback_requests_suspected`.
  const query = sql<Pick<CallbackRequestsTable, 'received_at' | 'reference'>>`
    select reference, received_at, name, phone, email, form, service, message, time_slot, language
    from callback_requests where suspected = 1`
  return pageByKey(database, query, RECEIPT, 'desc', bounds)
}

/**
 * Says that a suspected request is none, and with it all requests of a callback that was settled as spam.
 *
 * @returns the id of the callback that it belongs to now; undefined when it is not suspected
 */
export async function restoreRequest(restoring: Restoring, reference: string): Promise<string | undefined> {
  const { transaction } = restoring
  // Whoever erases must find each request in the callback that it has looked up.
  await lock(transaction, ERASURES)
  const own = sql`select callback from callback_requests where reference = ${reference}`
  const known = await lockedCallbacks(
    transaction,
    sql`${own} union all select id from callbacks where settled_at is null
      and phone_key = (select phone_key from callbacks where id = (${own}))`,
  )
  const [request] = await read(transaction, sql<{ callback: string | null }>`${own} and suspected = 1`)
  if (!request) return undefined
  const settled = known.find(({ id }) => id === request.callback)
  // It may have been settled while this transaction waited for it.
  const hasOpen = known.some((one) => one !== settled && one.settled_at === null)
  if (!settled || hasOpen) return join(restoring, reference, settled)
  await openAgain(restoring, settled)
  return settled.id
}

/** Opens a callback as it was before it was spam. A window that is over is replaced by the next one of its requests. */
async function openAgain(restoring: Restoring, callback: Callback): Promise<void> {
  const { transaction, at, calendar } = restoring
  await suspect(transaction, callback.id, 0)
  const slots = await read(
    transaction,
    sql<{ slot: TimeSlot }>`select distinct time_slot as slot from callback_requests where callback = ${callback.id}`,
  )
  const next = slots.map(({ slot }) => ({ slot, ...windowOf(slot, at, calendar) }))
  const isOver = callback.due_until <= at.toISOString()
  const chosen = isOver ? next.reduce((a, b) => (b.due_until < a.due_until ? b : a)) : {}
  await writeChange({ ...restoring, callback }, 'restored', chosen)
  await foldAgain(transaction, callback.id)
}

/**
 * Joins a request to the open callback of its number, or opens one. With it all requests of its settled callback, whose
 * calls and notes the open one gets. A window that is over is replaced by the next one.
 *
 * @returns the id of the open callback
 */
async function join(restoring: Restoring, reference: string, settled: Callback | undefined): Promise<string> {
  const { transaction, at, calendar } = restoring
  // Before its requests are moved: for which window each of its calls was made.
  const { windows = new Map() } = (settled && (await foldStored(transaction, settled.id))) ?? {}
  const requests = await read(
    transaction,
    sql<Omit<JoiningRequest, keyof Window> & RestoredRequest & { phone: string }>`
      select reference, phone, service, language, time_slot as slot, received_at,
        due_from, due_until, ${campaignIn(transaction, 'campaign')} as campaign
      from callback_requests where reference = ${reference} or callback = ${settled?.id ?? ''} order by revision`,
  )
  const joining = requests.map((request) => ({ ...request, ...restoredWindow(request, at, calendar) }))
  const places = await joinCallbacks(transaction, joining, calendar)
  const place = places.at(-1)
  if (!place) throw new Error('A request joins a callback.')
  const columns = ['reference', 'callback', 'revision', 'due_from', 'due_until'] as const
  const rows = places.map((joined, index) => ({ reference: requests[index]?.reference ?? '', ...joined }))
  await sql`
    update callback_requests set suspected = 0, callback = joined.callback,
      revision = joined.revision, due_from = joined.due_from, due_until = joined.due_until
    from ${rowsInParameter(transaction, 'callback_requests', columns, rows)} as joined
    where callback_requests.reference = joined.reference`.execute(transaction)
  if (settled) await giveHistory(transaction, settled.id, { windows, to: place.callback })
  const callback = { id: place.callback, revision: place.revision - 1 }
  await writeChange({ ...restoring, callback }, 'restored', { inherited: 1 })
  await foldAgain(transaction, callback.id)
  return callback.id
}

/** Gives a callback the calls and notes of another one, whose requests have joined it, and erases that. */
async function giveHistory(
  transaction: Transaction<Schema>,
  from: string,
  { windows, to }: { windows: ReadonlyMap<string, WindowChange>; to: string },
) {
  for (const [id, { before }] of windows) {
    await sql`update attempts set due_from = ${before.due_from}, due_until = ${before.due_until}
      where id = ${id} and inherited = 0 and what in (${sql.join(OUTCOMES)})`.execute(transaction)
  }
  // A key belongs to calls of the callback that is gone.
  await sql`update attempts set callback = ${to}, inherited = 1, idempotency_key = null
    where callback = ${from}`.execute(transaction)
  await sql`update notes set callback = ${to} where callback = ${from}`.execute(transaction)
  await sql`delete from callbacks where id = ${from}`.execute(transaction)
}
