import { sql, type Transaction } from 'kysely'
import { comparableEmail } from '../../../callback-request/search-text.ts'
import { isPostgres } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { sha256 } from '../database/sha256.ts'

/** How many mails one address may get within 24 hours, since anybody can enter anybody's address. Source: contract. */
const MAX_MAILS_A_DAY = 3
const DAY_MS = 86_400_000

/**
 * Checks whether an address, whatever its case, may get another mail, by the mails that were queued for it. Until the
 * transaction ends, no other transaction checks the same address.
 *
 * @returns the new mail's `recipient`: its UTC day, so that new ones lie together in the index, and a hash of the
 * address; undefined when the mail must not be queued
 */
export async function recipientWithinLimit(
  transaction: Transaction<Schema>,
  email: string,
  now: Date,
): Promise<string | undefined> {
  const hash = sha256(comparableEmail(email)).slice(0, 16)
  if (isPostgres(transaction))
    await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`.execute(transaction)
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString()
  const [today, yesterday] = [`${now.toISOString().slice(0, 10)} ${hash}`, `${dayAgo.slice(0, 10)} ${hash}`]
  const mails = await transaction
    .selectFrom('outbox_messages')
    .select('id')
    .where('recipient', 'in', [today, yesterday])
    .where('queued_at', '>', dayAgo)
    .limit(MAX_MAILS_A_DAY)
    .execute()
  return mails.length < MAX_MAILS_A_DAY ? today : undefined
}
