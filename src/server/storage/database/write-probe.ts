import type { Database } from './open-database.ts'

/** The disk is written to at most once in this time, however often the probe is called. */
const PROBE_INTERVAL_MS = 1_000

/**
 * The size of the largest request: 64 KiB. On a disk that is nearly full, a smaller write could succeed where a request
 * fails.
 */
const BALLAST = '.'.repeat(64 * 1_024)

/** Finds out by a real write whether the store accepts writes. */
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
    await this.#database
      .insertInto('write_probe')
      .values({ id: 1, written_at, ballast: BALLAST })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at, ballast: BALLAST }))
      .execute()
  }
}
