import { sql, type Transaction } from 'kysely'
import { isPostgres } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { knownErasures, rememberErasures } from './erased-requests.ts'
import { erasureHash, erasureKeyOf, type RequestIdentity } from './erasure-hash.ts'
import type { ErasureList } from './erasure-list.ts'

/** The name under which erasing transactions exclude each other on PostgreSQL: any number that nobody else uses. */
const LOCK = 715_517_204

/**
 * Erases requests with their messages, as a part of a transaction, and notes their hashes in the store's table and on
 * its list. The list is on disk before the transaction can commit.
 *
 * @param list none on PostgreSQL
 * @returns how many of them were there
 */
export async function eraseRequests(
  transaction: Transaction<Schema>,
  requests: readonly RequestIdentity[],
  list?: ErasureList,
): Promise<number> {
  const references = requests.map(({ reference }) => reference)
  if (isPostgres(transaction)) await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
  // Messages first, as everybody else locks them: nobody waits in a circle.
  await transaction.deleteFrom('outbox_messages').where('reference', 'in', references).execute()
  const gone = await transaction
    .deleteFrom('callback_requests')
    .where('reference', 'in', references)
    .returning(['reference', 'received_at'])
    .execute()
  const key = await erasureKeyOf(transaction)
  const hashes = gone.map((row) => erasureHash(key, row))
  const known = await knownErasures(transaction, hashes)
  list?.append(hashes.filter((hash) => !known.has(hash)))
  await rememberErasures(transaction, hashes)
  return gone.length
}
