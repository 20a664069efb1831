import { sql, type Transaction } from 'kysely'
import { notifyChanged } from '../callbacks/change-notices.ts'
import { foldAgain, lockedCallbacks } from '../callbacks/stored-callback.ts'
import { isPostgres } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { translated } from '../database/store-unavailable.ts'
import { eraseWords } from '../search/request-words.ts'
import { erasureHash, erasureKeyOf, knownErasures, type RequestIdentity, recordErasures } from './erased-requests.ts'
import type { ErasureList } from './erasure-list.ts'

/** The lock by which transactions that erase or restore exclude each other on PostgreSQL: any number that nothing else uses. */
const LOCK = 715_517_204

/**
 * Erases requests with their messages and the callbacks that only they had, computes the others again as if they had
 * never had these, as a part of a transaction, and records their hashes in the store's table and on its list. The list is
 * on disk before the transaction can commit. Open pages of all instances then fetch everything again.
 *
 * @param list undefined on PostgreSQL
 * @returns how many of them existed
 */
export async function eraseRequests(
  transaction: Transaction<Schema>,
  requests: readonly RequestIdentity[],
  list?: ErasureList,
): Promise<number> {
  const references = requests.map(({ reference }) => reference)
  await lockErasures(transaction)
  const callbacks = await lockedCallbacks(
    transaction,
    sql`select callback from callback_requests where reference in (${sql.join(references)})`,
  )
  // Messages first, in the same order as all other transactions, so that there is no deadlock.
  await transaction.deleteFrom('outbox_messages').where('reference', 'in', references).execute()
  const erased = await transaction
    .deleteFrom('callback_requests')
    .where('reference', 'in', references)
    .returning(['reference', 'received_at', 'name', 'phone', 'email'])
    .execute()
  await eraseWords(transaction, erased)
  for (const { id } of callbacks) await foldAgain(transaction, id)
  const key = await erasureKeyOf(transaction)
  const hashes = erased.map((row) => erasureHash(key, row))
  const known = await knownErasures(transaction, hashes)
  try {
    list?.append(hashes.filter((hash) => !known.has(hash)))
  } catch (error) {
    throw translated(error)
  }
  await recordErasures(transaction, hashes)
  if (erased.length > 0) await notifyChanged(transaction, [])
  return erased.length
}

/** Waits until no other transaction erases or restores requests. It comes before all locks of rows, so that there is no deadlock. */
export async function lockErasures(transaction: Transaction<Schema>): Promise<void> {
  if (isPostgres(transaction)) await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
}
