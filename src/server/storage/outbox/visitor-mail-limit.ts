import { hash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { comparableEmail } from '../../../callback-request/normalized.ts'
import { ago } from '../database/instants.ts'
import { isPostgres, read } from '../database/open-database.ts'
import { rowsInParameter } from '../database/rows-in-parameter.ts'
import type { Schema } from '../database/schema.ts'

/** How many mails one address may get within 24 hours, since anybody can enter anybody's address. Source: contract. */
const MAX_MAILS_A_DAY = 3
const DAY_MS = 86_400_000

/**
 * Checks whether the addresses of new requests, whatever their case, may get another mail, by the mails that were queued
 * for them. Until the transaction ends, no other transaction checks the same addresses.
 *
 * @returns for each request the new mail's `recipient`: its UTC day, so that new ones lie together in the index, and a
 * hash of the address; undefined when the mail must not be queued
 */
export async function recipientsWithinLimit(
  transaction: Transaction<Schema>,
  requests: readonly { email: string; receivedAt: Date }[],
): Promise<(string | undefined)[]> {
  const recipients = requests.map(({ email, receivedAt }) => {
    const address = hash('sha256', comparableEmail(email)).slice(0, 16)
    const dayAgo = ago(receivedAt, DAY_MS)
    const queued_at = receivedAt.toISOString()
    const [today, yesterday] = [queued_at, dayAgo].map((instant) => `${instant.slice(0, 10)} ${address}`)
    return { hash: address, dayAgo, today: String(today), yesterday: String(yesterday), queued_at }
  })
  if (isPostgres(transaction)) {
    // In one order, so that there is no deadlock.
    const hashes = JSON.stringify([...new Set(recipients.map(({ hash }) => hash))].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(hash, 0))
      from json_array_elements_text(${hashes}::json) as hash`.execute(transaction)
  }
  const days = recipients.flatMap(({ today, yesterday }) => [{ recipient: today }, { recipient: yesterday }])
  const wanted = rowsInParameter(transaction, 'outbox_messages', ['recipient'], days)
  const mails = await read(
    transaction,
    sql<{ recipient: string; queued_at: string }>`select recipient, queued_at from outbox_messages
      where recipient is not null and recipient in (select recipient from ${wanted} as wanted)`,
  )
  return recipients.map(({ today: recipient, yesterday, dayAgo, queued_at }) => {
    const earlier = mails.filter((mail) => mail.recipient === recipient || mail.recipient === yesterday)
    if (earlier.filter((mail) => mail.queued_at > dayAgo).length >= MAX_MAILS_A_DAY) return undefined
    mails.push({ recipient, queued_at })
    return recipient
  })
}
