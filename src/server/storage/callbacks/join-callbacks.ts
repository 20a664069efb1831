import { sql, type Transaction } from 'kysely'
import { type JoiningRequest, openedBy, withRequest } from '../../../callback-request/calling/callback-state.ts'
import type { Window } from '../../../callback-request/calling/requeue.ts'
import type { Calendar } from '../../../callback-request/calling-days.ts'
import { phoneKey } from '../../../callback-request/phone-number.ts'
import { timedId } from '../database/instants.ts'
import { insertRows } from '../database/rows-in-parameter.ts'
import type { Schema } from '../database/schema.ts'
import type { Callback } from './stored-callback.ts'

/** What a request's own row says of its place in a callback. */
export type Joined = { callback: string; revision: number } & Window

/**
 * Joins requests to the open callbacks of their numbers, and opens those that are missing. However many requests a
 * callback has, it reads none of them. Others that use one of these numbers wait until the transaction ends.
 *
 * @returns in the order of the requests
 */
export async function joinCallbacks(
  transaction: Transaction<Schema>,
  requests: readonly (JoiningRequest & { phone: string })[],
  { timeZone, ...callingDays }: Calendar,
): Promise<Joined[]> {
  // In one order, so that there is no deadlock.
  const numbers = [...Map.groupBy(requests, ({ phone }) => phoneKey(phone))].sort(([a], [b]) => (a < b ? -1 : 1))
  if (numbers.length === 0) return []
  const opened = numbers.map(([phone_key, own]) => {
    const [first, ...others] = own as [JoiningRequest, ...typeof own]
    return {
      id: timedId(new Date(first.received_at)),
      phone_key,
      revision: own.length,
      time_zone: timeZone,
      calling_days: JSON.stringify(callingDays),
      ...others.reduce(withRequest, openedBy(first)),
    }
  })
  const callbacks = await insertRows(transaction, 'callbacks', opened)
    .onConflict((conflict) =>
      conflict
        .column('phone_key')
        .where('settled_at', 'is', null)
        .doUpdateSet({ revision: sql<number>`callbacks.revision + excluded.revision` }),
    )
    .returningAll()
    .execute()
  const byNumber = new Map(callbacks.map((callback) => [callback.phone_key, callback]))
  const joined = new Map<JoiningRequest, Joined>()
  for (const [number, own] of numbers) {
    const callback = byNumber.get(number) as Callback
    const before = callback.revision - own.length
    own.forEach((request, index) => {
      const revision = before + index + 1
      const { due_from, due_until } = request
      joined.set(request, { callback: callback.id, revision, due_from, due_until })
    })
    if (before === 0) continue
    const folded = own.reduce(withRequest, callback)
    await transaction.updateTable('callbacks').set(folded).where('id', '=', callback.id).execute()
  }
  return requests.map((request) => joined.get(request) as Joined)
}
