import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import { StoreUnavailable, translated } from './store-unavailable.ts'

const known = new WeakMap<Kysely<Schema>, WriteEvidence>()

/** What work on a database has shown of whether it accepts writes. Its connections report to it. */
export class WriteEvidence {
  #provedAt = Number.NEGATIVE_INFINITY
  #hasFailed = false

  /** That of a database which `openDatabase` has opened. */
  static of(database: Kysely<Schema>): WriteEvidence {
    const evidence = known.get(database)
    if (!evidence) throw new Error('This database was not opened by openDatabase.')
    return evidence
  }

  belongsTo(database: Kysely<Schema>): void {
    known.set(database, this)
  }

  /** When something was last written: a `performance.now()`. */
  get provedAt(): number {
    return this.#provedAt
  }

  /** Whether the store has failed since. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** Something has been written, and is on disk. */
  proved(): void {
    this.#provedAt = performance.now()
    this.#hasFailed = false
  }

  /** Notes a fault of the store. @returns what a connection throws instead of the error, as `translated` */
  failed(error: unknown): unknown {
    const fault = translated(error)
    if (fault instanceof StoreUnavailable) this.#hasFailed = true
    return fault
  }
}
