import { sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

/**
 * After requests were erased: erases the callbacks that have no request any more, with their calls, notes and events.
 * The others are counted again, and one that nobody has tried gets the window that ends first of those that remain. One
 * that was named after an erased request is named after the oldest that remains: otherwise the erased reference would
 * stay, and no later request could draw it and open a callback. Needs `lockCallbacks`.
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
  await countRequests(transaction, ids)
  await transaction
    .updateTable('callbacks')
    .from('callback_requests as earliest')
    .set((eb) => ({
      slot: eb.ref('earliest.time_slot'),
      due_from: sql<string>`earliest.due_from`,
      due_until: sql<string>`earliest.due_until`,
    }))
    .where('callbacks.id', 'in', ids)
    .where('callbacks.status', '=', 'new')
    .where('earliest.reference', '=', (eb) =>
      eb
        .selectFrom('callback_requests as own')
        .select('own.reference')
        .whereRef('own.callback', '=', 'callbacks.id')
        .orderBy('own.due_until')
        .orderBy('own.received_at')
        .orderBy('own.reference')
        .limit(1),
    )
    .execute()
  const references = new Set(erased.map(({ reference }) => reference))
  for (const id of ids.filter((each) => references.has(each))) await renameCallback(transaction, id)
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

/** Sets `asked` of these callbacks to how many requests they have. */
export async function countRequests(transaction: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  await transaction
    .updateTable('callbacks')
    .set((eb) => ({
      asked: eb
        .selectFrom('callback_requests')
        .select((count) => count.fn.countAll<number>().as('asked'))
        .whereRef('callback_requests.callback', '=', 'callbacks.id')
        .$asScalar()
        .$notNull(),
    }))
    .where('id', 'in', ids)
    .execute()
}
