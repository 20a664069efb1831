import { sql, type Transaction } from 'kysely'
import { OUTCOMES } from '../../../callback-request/calling/outcomes.ts'
import { rowOf, windowOf } from '../../../callback-request/calling/requeue.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import type { Schema } from '../database/schema.ts'
import { lockErasures } from '../erasure/erase-requests.ts'
import { campaignIn } from '../search/request-filter.ts'
import { type Caller, writeChange } from './change-step.ts'
import { joinCallbacks } from './join-callbacks.ts'
import { type Callback, foldAgain, foldStored, lockedCallbacks } from './stored-callback.ts'

interface Context {
  caller: Caller
  now: Date
  timeZone: string
}

/**
 * Says that a suspected request is none, and with it all requests of a callback that was settled as spam.
 *
 * @returns the callback that it belongs to now, and those that changed; undefined when it is not suspected
 */
export async function restoreRequest(
  transaction: Transaction<Schema>,
  reference: string,
  context: Context,
): Promise<{ id: string; changed: string[] } | undefined> {
  // Whoever erases must find each request in the callback that it has looked up.
  await lockErasures(transaction)
  const own = sql`select callback from callback_requests where reference = ${reference}`
  const known = await lockedCallbacks(
    transaction,
    sql`${own} union all select id from callbacks where settled_at is null
      and phone_key = (select phone_key from callbacks where id = (${own}))`,
  )
  const request = await transaction
    .updateTable('callback_requests')
    .set({ suspected: 0 })
    .where('reference', '=', reference)
    .where('suspected', '=', 1)
    .returning(['reference', 'phone', 'service', 'language', 'time_slot', 'received_at', 'callback'])
    .returning(campaignIn(transaction, 'campaign').as('campaign'))
    .executeTakeFirst()
  if (!request) return undefined

  const { now, timeZone } = context
  if (request.callback === null) {
    const slot = request.time_slot
    const promised = windowOf(slot, new Date(request.received_at), timeZone)
    const window = promised.until > now ? promised : windowOf(slot, now, timeZone)
    const [joined] = await joinCallbacks(transaction, [{ ...request, slot, ...rowOf(window) }], timeZone)
    if (!joined) throw new Error('A request joins a callback.')
    await transaction.updateTable('callback_requests').set(joined).where('reference', '=', reference).execute()
    const { callback: id, revision } = joined
    await writeChange({ ...context, transaction, callback: { id, revision: revision - 1 } }, 'restored', {
      inherited: 1,
    })
    return { id, changed: [id] }
  }
  const settled = known.find(({ id }) => id === request.callback)
  // It may have been settled while this transaction waited for it.
  const open = known.find(({ id, settled_at }) => id !== request.callback && settled_at === null)
  if (!settled) throw new Error('A request belongs to a callback that is locked.')
  await transaction.updateTable('callback_requests').set({ suspected: 0 }).where('callback', '=', settled.id).execute()
  if (!open) {
    await openAgain(transaction, settled, context)
    return { id: settled.id, changed: [settled.id] }
  }
  await mergeInto(transaction, settled, open, context)
  return { id: open.id, changed: [open.id, settled.id] }
}

/** Opens a callback as it was before it was spam. A window that is over is replaced by the next one of its requests. */
async function openAgain(transaction: Transaction<Schema>, settled: Callback, context: Context): Promise<void> {
  const { now, timeZone } = context
  const folded = await foldStored(transaction, settled.id)
  const isOver = folded === undefined || folded.callback.due_until <= now.toISOString()
  const next = (await slotsOf(transaction, settled.id)).map((slot) => ({ slot, window: windowOf(slot, now, timeZone) }))
  const chosen = isOver ? next.reduce((a, b) => (b.window.until < a.window.until ? b : a)) : null
  await writeChange({ ...context, transaction, callback: settled }, 'restored', { chosen })
  await foldAgain(transaction, settled.id)
}

/** Joins all requests of a callback to the number's open one, which gets its calls and notes. */
async function mergeInto(
  transaction: Transaction<Schema>,
  settled: Callback,
  open: Callback,
  context: Context,
): Promise<void> {
  const { now, timeZone } = context
  await keepWindows(transaction, settled.id)
  for (const slot of await slotsOf(transaction, settled.id)) {
    await transaction
      .updateTable('callback_requests')
      .set(rowOf(windowOf(slot, now, timeZone)))
      .where('callback', '=', settled.id)
      .where('time_slot', '=', slot)
      .where('due_until', '<=', now.toISOString())
      .execute()
  }
  const { numAffectedRows = 0n } = await sql`
    update callback_requests set callback = ${open.id}, revision = ${open.revision} + moved.number
    from (
      select reference as moved_reference, row_number() over (order by revision) as number
      from callback_requests where callback = ${settled.id}
    ) as moved
    where reference = moved.moved_reference`.execute(transaction)
  const revision = open.revision + Number(numAffectedRows)
  await transaction.updateTable('callbacks').set({ revision }).where('id', '=', open.id).execute()
  // A key belongs to calls of the callback that is gone.
  await transaction
    .updateTable('attempts')
    .set({ callback: open.id, inherited: 1, idempotency_key: null })
    .where('callback', '=', settled.id)
    .execute()
  await transaction.updateTable('notes').set({ callback: open.id }).where('callback', '=', settled.id).execute()
  await transaction.deleteFrom('callbacks').where('id', '=', settled.id).execute()
  const callback = { id: open.id, revision: revision - 1 }
  await writeChange({ ...context, transaction, callback }, 'restored', { inherited: 1 })
  await foldAgain(transaction, open.id)
}

/** Writes to each call of a callback for which window it was made, as long as that can be known. */
async function keepWindows(transaction: Transaction<Schema>, callback: string): Promise<void> {
  const folded = await foldStored(transaction, callback)
  for (const [id, { before }] of folded?.windows ?? []) {
    await transaction
      .updateTable('attempts')
      .set({ due_from: before.due_from, due_until: before.due_until })
      .where('id', '=', id)
      .where('inherited', '=', 0)
      .where('what', 'in', OUTCOMES)
      .execute()
  }
}

/** At most thirteen. */
async function slotsOf(transaction: Transaction<Schema>, callback: string): Promise<TimeSlot[]> {
  const slots = await transaction
    .selectFrom('callback_requests')
    .select('time_slot')
    .distinct()
    .where('callback', '=', callback)
    .execute()
  return slots.map(({ time_slot }) => time_slot)
}
