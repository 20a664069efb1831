import { sql, type Transaction } from 'kysely'
import type { Service } from '../../../callback-request/services.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import type { Schema } from '../database/schema.ts'
import { campaignIn } from '../search/request-filter.ts'

/** Brings the columns that follow from requests up to date, after the callbacks got or lost requests. */
export async function updateDerivedColumns(transaction: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  await transaction.updateTable('callbacks').set(derivedColumns(transaction)).where('id', 'in', ids).execute()
}

/** The same for all callbacks where they are not up to date. */
export async function updateStaleColumns(transaction: Transaction<Schema>): Promise<void> {
  const derived = derivedColumns(transaction)
  const stored = sql.join(Object.keys(derived).map((column) => sql.ref(column)))
  await transaction
    .updateTable('callbacks')
    .set(derived)
    .where(sql<boolean>`(${stored}) is distinct from (${sql.join(Object.values(derived))})`)
    .execute()
}

/**
 * How many requests a callback has, the service of the newest, service and slot of the first, and the campaign of the
 * first that has one.
 */
function derivedColumns(transaction: Transaction<Schema>) {
  const requests = sql`from callback_requests where callback = callbacks.id`
  const oldestFirst = sql`order by received_at, reference limit 1`
  const campaign = campaignIn(transaction, 'campaign')
  return {
    asked: sql<number>`(select count(*) ${requests})`,
    service: sql<Service | null>`(select service ${requests} order by received_at desc, reference desc limit 1)`,
    first_service: sql<Service | null>`(select service ${requests} ${oldestFirst})`,
    first_slot: sql<TimeSlot>`(select time_slot ${requests} ${oldestFirst})`,
    first_campaign: sql<string | null>`(select ${campaign} ${requests} and ${campaign} is not null ${oldestFirst})`,
  }
}
