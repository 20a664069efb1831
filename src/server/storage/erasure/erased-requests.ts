import { createHmac } from 'node:crypto'
import type { Database } from '../database/open-database.ts'

/** Identifies a stored request. Neither part ever changes, and backups have both. */
export interface RequestIdentity {
  reference: string
  /** An instant. With it the hash cannot be guessed from the few references, nor match a reference that is used again. */
  received_at: string
}

/** The key with which this store hashes erased requests: its own, and the same in all its backups. */
export async function erasureKeyOf(database: Database): Promise<string> {
  const { key } = await database.selectFrom('erasure_key').select('key').executeTakeFirstOrThrow()
  return key
}

/** A request's entry on an erasure list: HMAC-SHA256, in hex. */
export function erasureHash(key: string, { reference, received_at }: RequestIdentity): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${reference} ${received_at}`).digest('hex')
}

/**
 * Those of the given requests that the store has erased, or was erasing when it was interrupted. They may come from
 * another store.
 *
 * @param listed the hashes on the store's erasure list, which SQLite has in addition to its table
 */
export async function erasedAmong<Request extends RequestIdentity>(
  database: Database,
  requests: readonly Request[],
  listed: ReadonlySet<string>,
): Promise<Request[]> {
  const key = await erasureKeyOf(database)
  const hashed = requests.map((request) => ({ request, hash: erasureHash(key, request) }))
  const hashes = hashed.map(({ hash }) => hash)
  const known = await knownErasures(database, hashes)
  return hashed.filter(({ hash }) => known.has(hash) || listed.has(hash)).map(({ request }) => request)
}

/** Those of the given hashes that are in the store's table of erasures. */
export async function knownErasures(database: Database, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await database.selectFrom('erasures').select('hash').where('hash', 'in', hashes).execute()
  return new Set(rows.map(({ hash }) => hash))
}

/** Adds hashes to the store's table of erasures. */
export async function recordErasures(database: Database, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await database
    .insertInto('erasures')
    .values(hashes.map((hash) => ({ hash })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
