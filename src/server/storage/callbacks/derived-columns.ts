import { sql, type Transaction } from 'kysely'
import type { Service } from '../../../callback-request/services.ts'
import type { Schema } from '../database/schema.ts'

/** The columns of a callback that follow from its requests: how many it has, and the service of the newest. */
export const DERIVED_COLUMNS = {
  asked: sql<number>`(select count(*) from callback_requests where callback = callbacks.id)`,
  service: sql<Service | null>`(
    select service from callback_requests where callback = callbacks.id order by received_at desc, reference desc limit 1
  )`,
}

/** Brings these columns up to date after the callbacks got or lost requests. */
export async function updateDerivedColumns(transaction: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  await transaction.updateTable('callbacks').set(DERIVED_COLUMNS).where('id', 'in', ids).execute()
}
