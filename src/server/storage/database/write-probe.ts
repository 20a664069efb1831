import type { Database } from './open-database.ts'
import { onStore } from './store-unavailable.ts'

/** However often it is asked, the disk is written to at most once in this time. */
const PROBE_INTERVAL_MS = 1_000

/**
 * As much as the largest request may write: 64 KiB. On a disk that is nearly full, a smaller write would still find
 * room where a request does not.
 */
const BALLAST = '.'.repeat(64 * 1_024)

/** Learns by a real write whether the store takes writes. */
export class WriteProbe {
  readonly #database: Database
  #latest: { at: number; write: Promise<void> } | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Resolves when a write succeeded less than a second ago.
   *
   * @throws StoreUnavailable when it did not
   */
  assertWritable(): Promise<void> {
    const now = performance.now()
    if (this.#latest === undefined || now - this.#latest.at >= PROBE_INTERVAL_MS) {
      this.#latest = { at: now, write: this.#write() }
    }
    return this.#latest.write
  }

  async #write(): Promise<void> {
    const written_at = new Date().toISOString()
    await onStore(() =>
      this.#database
        .insertInto('write_probe')
        .values({ id: 1, written_at, ballast: BALLAST })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at, ballast: BALLAST }))
        .execute(),
    )
  }
}
