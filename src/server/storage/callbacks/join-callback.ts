import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { type JoiningRequest, openedBy, withRequest } from '../../../callback-request/calling/callback-state.ts'
import { phoneKey } from '../../../callback-request/phone-key.ts'
import type { Schema } from '../database/schema.ts'
import { columnsOf, foldedOf, rowOf } from './stored-callback.ts'

/**
 * Joins a request to the open callback of its number, or opens one. However many requests the callback has, it reads none
 * of them. Others that use the number wait until the transaction ends.
 *
 * @returns what the request's own row then says of it
 */
export async function joinCallback(
  transaction: Transaction<Schema>,
  request: JoiningRequest & { phone: string },
  timeZone: string,
): Promise<{ callback: string; revision: number; due_from: string; due_until: string }> {
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
  return { callback: id, revision, ...rowOf(request.window) }
}
