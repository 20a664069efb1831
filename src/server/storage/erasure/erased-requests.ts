import type { Database } from '../database/open-database.ts'
import { erasureHash, erasureKeyOf, type RequestIdentity } from './erasure-hash.ts'

/** Finds requests that a store has erased, or was erasing when it was interrupted. */
export class ErasedRequests {
  readonly #database: Database
  readonly #listed: ReadonlySet<string>
  #key: string | undefined

  /** @param listed the hashes on the store's erasure list, which SQLite has in addition to its table */
  constructor(database: Database, listed: Iterable<string> = []) {
    this.#database = database
    this.#listed = new Set(listed)
  }

  /** Those of the given requests that are on the store's list or in its table. They may come from another store. */
  async among<Request extends RequestIdentity>(requests: readonly Request[]): Promise<Request[]> {
    this.#key ??= await erasureKeyOf(this.#database)
    const key = this.#key
    const hashed = requests.map((request) => ({ request, hash: erasureHash(key, request) }))
    const hashes = hashed.map(({ hash }) => hash)
    const known = await knownErasures(this.#database, hashes)
    return hashed.filter(({ hash }) => known.has(hash) || this.#listed.has(hash)).map(({ request }) => request)
  }
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
  const rows = hashes.map((hash) => ({ hash }))
  await database
    .insertInto('erasures')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
