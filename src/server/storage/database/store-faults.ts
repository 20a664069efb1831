import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import { StoreUnavailable, translated } from './store-unavailable.ts'

const known = new WeakMap<Kysely<Schema>, StoreFaults>()

/** Counts the faults of the store that the connections of a database meet. They report to it. */
export class StoreFaults {
  #count = 0

  /** That of a database which `openDatabase` has opened. */
  static of(database: Kysely<Schema>): StoreFaults {
    const faults = known.get(database)
    if (!faults) throw new Error('This database was not opened by openDatabase.')
    return faults
  }

  belongsTo(database: Kysely<Schema>): void {
    known.set(database, this)
  }

  get count(): number {
    return this.#count
  }

  /** Notes an error. @returns what a connection throws instead, as `translated` */
  noted(error: unknown): unknown {
    const fault = translated(error)
    if (fault instanceof StoreUnavailable) this.#count++
    return fault
  }
}
