import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { updateDerivedColumns } from './derived-columns.ts'
import { forgetWindows } from './forget-windows.ts'

/**
 * After requests were erased: erases the callbacks that have no request any more, with their calls, notes and events.
 * The others get the count and the service of the requests that remain, and keep no window of an erased request. One that was named after an erased request is
 * named after the oldest that remains: otherwise the erased reference would stay, and no later request could draw it and
 * open a callback. All instances are told which callbacks have changed. Needs `lockCallbacks`.
 *
 * @param erased the references and callbacks of the erased requests
 */
export async function eraseFromCallbacks(
  transaction: Transaction<Schema>,
  erased: readonly { reference: string; callback: string | null }[],
): Promise<void> {
  const ids = [...new Set(erased.flatMap(({ callback }) => callback ?? []))]
  if (ids.length === 0) return
  await transaction
    .deleteFrom('callbacks')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('callback_requests')
            .select('reference')
            .whereRef('callback_requests.callback', '=', 'callbacks.id'),
        ),
      ),
    )
    .execute()
  await updateDerivedColumns(transaction, ids)
  const left = await transaction.selectFrom('callbacks').select('id').where('id', 'in', ids).execute()
  for (const { id } of left) await forgetWindows(transaction, id)
  const references = new Set(erased.map(({ reference }) => reference))
  for (const { id } of left.filter(({ id }) => references.has(id))) await renameCallback(transaction, id)
}

/** The calls, notes and events follow by themselves. */
async function renameCallback(transaction: Transaction<Schema>, id: string): Promise<void> {
  const oldest = await transaction
    .selectFrom('callback_requests')
    .select('reference')
    .where('callback', '=', id)
    .orderBy('received_at')
    .orderBy('reference')
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await transaction.updateTable('callbacks').set({ id: oldest.reference }).where('id', '=', id).execute()
  await transaction
    .updateTable('callback_requests')
    .set({ callback: oldest.reference })
    .where('callback', '=', id)
    .execute()
}
