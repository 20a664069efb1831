import type { Selectable, Transaction } from 'kysely'
import type { SlotWindow, Window } from '../../../callback-request/calling/requeue.ts'
import type { CallbacksTable, Schema } from '../database/schema.ts'
import { timedId } from '../database/timed-id.ts'

/** Of a flood from one number only the newest windows count. */
const MAX_REQUESTS = 200

/** The window of a row. */
export function windowOfRow({ due_from, due_until }: { due_from: string; due_until: string }): Window {
  return { from: new Date(due_from), until: new Date(due_until) }
}

/** The windows of a callback's requests, or of those that were received after an instant. */
export async function windowsOf(transaction: Transaction<Schema>, id: string, since = ''): Promise<SlotWindow[]> {
  const rows = await transaction
    .selectFrom('callback_requests')
    .select(['time_slot', 'due_from', 'due_until'])
    .where('callback', '=', id)
    .where('received_at', '>', since)
    .orderBy('received_at', 'desc')
    .limit(MAX_REQUESTS)
    .execute()
  return rows.flatMap(({ time_slot: slot, due_from, due_until }) =>
    due_from === null || due_until === null ? [] : [{ slot, window: windowOfRow({ due_from, due_until }) }],
  )
}

/** Changes a callback, as a part of a transaction. */
export function updateCallback(
  transaction: Transaction<Schema>,
  id: string,
  values: Partial<Selectable<CallbacksTable>>,
) {
  return transaction.updateTable('callbacks').set(values).where('id', '=', id).execute()
}

/** Writes a note. @returns its id */
export async function writeNote(
  transaction: Transaction<Schema>,
  now: Date,
  callback: string,
  { by }: { by: string },
  text: string,
) {
  const id = timedId(now)
  await transaction.insertInto('notes').values({ id, callback, by, at: now.toISOString(), text }).execute()
  return id
}

/** Writes what happened to a callback. */
export async function writeEvent(
  transaction: Transaction<Schema>,
  now: Date,
  callback: string,
  { by }: { by: string },
  kind: 'claimed' | 'requeued' | 'restored',
  detail?: object,
): Promise<void> {
  const at = now.toISOString()
  await transaction
    .insertInto('callback_events')
    .values({ id: timedId(now), callback, by, at, kind, detail: detail ? JSON.stringify(detail) : null })
    .execute()
}

/** Marks the requests of a callback as suspected, or no longer. */
export function suspect(transaction: Transaction<Schema>, callback: string, suspected: 0 | 1) {
  return transaction.updateTable('callback_requests').set({ suspected }).where('callback', '=', callback).execute()
}

/** The call that was saved under a key. */
export function attemptUnder(transaction: Transaction<Schema>, callback: string, idempotencyKey: string) {
  return transaction
    .selectFrom('attempts')
    .selectAll()
    .where('callback', '=', callback)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

/** Whoever holds a callback now. */
export function holderOf({ claimed_by, claimed_until }: Selectable<CallbacksTable>, now: Date): string | null {
  return claimed_until !== null && claimed_until > now.toISOString() ? claimed_by : null
}
