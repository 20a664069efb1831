import { createHmac } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { lockNumbers } from '../callbacks/join-callbacks.ts'
import { foldAgain, forgetPromises, lockedCallbacks } from '../callbacks/stored-callback.ts'
import { type Database, read } from '../database/open-database.ts'
import { rowsInParameter } from '../database/rows-in-parameter.ts'
import type { Schema } from '../database/schema.ts'
import { translated } from '../database/store-unavailable.ts'
import { lock } from '../database/write.ts'
import { eraseWords } from '../search/request-words.ts'
import type { ErasureList } from './erasure-list.ts'

/**
 * The lock by which transactions that erase or restore requests exclude each other. It comes before all locks of rows, so
 * that there is no deadlock.
 */
export const ERASURES = 'erasures'

/** Identifies a stored request. Neither part ever changes, and backups have both. */
export interface RequestIdentity {
  reference: string
  /** An instant. With it the hash cannot be guessed from the few references, nor match a reference that is used again. */
  received_at: string
}

/** The key with which this store hashes erased requests: its own, and the same in all its backups. */
export async function erasureKeyOf(database: Database): Promise<string> {
  return (await database.selectFrom('store').select('erasure_key').executeTakeFirstOrThrow()).erasure_key
}

/** A request's entry on an erasure list: HMAC-SHA256, in hex. */
function erasureHash(key: string, { reference, received_at }: RequestIdentity): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${reference} ${received_at}`).digest('hex')
}

/**
 * Those of the given requests that the store has erased, or was erasing when it was interrupted.
 *
 * @param listed the hashes on the store's erasure list, which SQLite has in addition to its table
 */
export async function erasedAmong(
  database: Database,
  requests: readonly RequestIdentity[],
  listed: ReadonlySet<string>,
): Promise<RequestIdentity[]> {
  const key = await erasureKeyOf(database)
  const hashed = requests.map((request) => ({ request, hash: erasureHash(key, request) }))
  const hashes = hashed.map(({ hash }) => hash)
  const known = await knownErasures(database, hashes)
  return hashed.filter(({ hash }) => known.has(hash) || listed.has(hash)).map(({ request }) => request)
}

/** Those of the given hashes that are in the store's table of erasures. */
export async function knownErasures(database: Database, hashes: readonly string[]): Promise<Set<string>> {
  const given = rowsInParameter(database, 'erasures', ['hash'], rowsOf(hashes))
  const known = sql<{ hash: string }>`select hash from erasures where hash in (select hash from ${given} as given)`
  return new Set((await read(database, known)).map(({ hash }) => hash))
}

/** Adds hashes to the store's table of erasures. */
export async function recordErasures(database: Database, hashes: readonly string[]): Promise<void> {
  const given = rowsInParameter(database, 'erasures', ['hash'], rowsOf(hashes))
  await sql`insert into erasures (hash) select hash from ${given} as given where true
    on conflict do nothing`.execute(database)
}

const rowsOf = (hashes: readonly string[]) => hashes.map((hash) => ({ hash }))

/**
 * Erases requests with their messages and the callbacks that only they had, computes the others again as if they had
 * never had these, as a part of a transaction, and records their hashes in the store's table and on its list. The list is
 * on disk before the transaction can commit.
 *
 * @param list undefined on PostgreSQL
 * @returns how many of them existed
 */
export async function eraseRequests(
  transaction: Transaction<Schema>,
  requests: readonly RequestIdentity[],
  list?: ErasureList,
): Promise<number> {
  const references = sql.join(requests.map(({ reference }) => reference))
  await lock(transaction, ERASURES)
  const own = sql`callback_requests where reference in (${references})`
  const numbers = await read(transaction, sql<{ number: string }>`select distinct number from ${own}`)
  await lockNumbers(
    transaction,
    numbers.map(({ number }) => number),
  )
  const callbacks = await lockedCallbacks(transaction, sql`select callback from ${own}`)
  // Messages first, in the same order as all other transactions, so that there is no deadlock.
  await sql`delete from outbox_messages where reference in (${references})`.execute(transaction)
  const erased = await read(
    transaction,
    sql<RequestIdentity & Record<'name' | 'phone' | 'number' | 'person' | 'email', string>>`
      delete from callback_requests where reference in (${references})
      returning reference, received_at, name, phone, number, person, email`,
  )
  await eraseWords(transaction, erased)
  const gone = new Set(erased.map(({ reference }) => reference))
  for (const { id } of callbacks) {
    await forgetPromises(transaction, id, gone)
    await foldAgain(transaction, id)
  }
  // With the last request of a person go the callbacks, too, that restored requests have left.
  const people = rowsInParameter(transaction, 'callbacks', ['number', 'person'], erased)
  const ids = sql.join(['', ...callbacks.map(({ id }) => id)])
  await sql`delete from callbacks where (number, person) in (select number, person from ${people} as people)
    and not exists (select 1 from callback_requests where callback = callbacks.id)
    and (id in (${ids}) or not exists (select 1 from callback_requests as one where one.number = callbacks.number
      and one.person = callbacks.person))`.execute(transaction)
  const key = await erasureKeyOf(transaction)
  const hashes = erased.map((row) => erasureHash(key, row))
  const known = await knownErasures(transaction, hashes)
  try {
    list?.append(hashes.filter((hash) => !known.has(hash)))
  } catch (error) {
    throw translated(error)
  }
  await recordErasures(transaction, hashes)
  return erased.length
}
