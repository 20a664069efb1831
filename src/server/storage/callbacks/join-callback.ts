import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { type JoiningRequest, openedBy, withRequest } from '../../../callback-request/calling/callback-state.ts'
import { phoneKey } from '../../../callback-request/phone-key.ts'
import type { Schema } from '../database/schema.ts'
import { columnsOf, foldedOf, rowOf } from './stored-callback.ts'

/**
 * Joins a stored request to the open callback of its number, or opens one. However many requests the callback has, it
 * reads none of them. Others that use the number wait until the transaction ends.
 *
 * @returns the callback's id, and its revision
 */
export async function joinCallback(
  transaction: Transaction<Schema>,
  request: JoiningRequest & { phone: string },
  timeZone: string,
): Promise<{ id: string; revision: number }> {
  const callback = await transaction
    .insertInto('callbacks')
    .values({
      id: randomUUID(),
      phone_key: phoneKey(request.phone),
      revision: 1,
      time_zone: timeZone,
      ...columnsOf(openedBy(request)),
    })
    .onConflict((conflict) =>
      conflict
        .column('phone_key')
        .where('settled_at', 'is', null)
        .doUpdateSet({ revision: sql<number>`callbacks.revision + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const { id, revision } = callback
  if (revision > 1) {
    const joined = columnsOf(withRequest(foldedOf(callback), request))
    await transaction.updateTable('callbacks').set(joined).where('id', '=', id).execute()
  }
  await transaction
    .updateTable('callback_requests')
    .set({ callback: id, revision, ...rowOf(request.window) })
    .where('reference', '=', request.reference)
    .execute()
  return { id, revision }
}
