import { sql, type Transaction } from 'kysely'
import { wordsOf } from '../../../callback-request/search-text.ts'
import { insertRows, rowsInParameter } from '../database/rows-in-parameter.ts'
import type { Schema } from '../database/schema.ts'

/** What the words of a request come from. */
interface Request {
  reference: string
  received_at: string
  name: string
  phone: string
  number: string
  email: string
}

/** Writes what requests can be found by, as a part of the transaction that stores them. */
export async function writeWords(transaction: Transaction<Schema>, requests: readonly Request[]): Promise<void> {
  await insertRows(transaction, 'request_words', requests.flatMap(wordRowsOf)).execute()
}

/**
 * Erases the words of requests, after the requests themselves, as a part of a transaction. It finds their rows by the
 * words, since an index by reference would slow each post down: so a change of `wordsOf` needs a migration (decision 62).
 */
export async function eraseWords(transaction: Transaction<Schema>, requests: readonly Request[]): Promise<void> {
  const words = requests.flatMap(wordRowsOf)
  const erased = rowsInParameter(transaction, 'request_words', ['word', 'received_at', 'reference'], words)
  await sql`delete from request_words where (word, received_at, reference) in (
    select word, received_at, reference from ${erased} as erased)`.execute(transaction)
}

/** A request's rows in `request_words`. */
export function wordRowsOf({ reference, received_at, ...request }: Request) {
  return wordsOf(request).map((word) => ({ word, received_at, reference }))
}
