import type { Transaction } from 'kysely'
import { erasureHash, erasureKeyOf } from './erasure-hash.ts'
import { knownErasures } from './erasures.ts'
import type { Schema } from './schema.ts'

type Row = Record<string, unknown>

/** Knows rows that another store has erased, when requests come first and their messages after. */
export class ErasedThere {
  readonly #store: Transaction<Schema>
  readonly #references = new Set<unknown>()

  /** @param store the other one */
  constructor(store: Transaction<Schema>) {
    this.#store = store
  }

  /** These rows without requests that were erased there, and without their messages. */
  async from(rows: readonly Row[]): Promise<Row[]> {
    const key = await erasureKeyOf(this.#store)
    const hashes = new Map(
      rows.flatMap(({ reference, received_at }) =>
        received_at === undefined
          ? []
          : [[reference, erasureHash(key, { reference: String(reference), received_at: String(received_at) })]],
      ),
    )
    const erased = await knownErasures(this.#store, [...hashes.values()])
    for (const [reference, hash] of hashes) if (erased.has(hash)) this.#references.add(reference)
    return rows.filter(({ reference }) => !this.#references.has(reference))
  }
}
