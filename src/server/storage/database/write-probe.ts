import { sql } from 'kysely'
import { type Database, isPostgres } from './open-database.ts'
import { WriteEvidence } from './write-evidence.ts'

/** The store is asked at most once in this time, however often the probe is called. */
const INTERVAL_MS = 1_000

/** For so long a write proves that the store accepts writes, unless it fails meanwhile. */
const PROOF_MS = 60_000

/**
 * The size of the largest request: 64 KiB. On a disk that is nearly full, a smaller write could succeed where a request
 * fails.
 */
const BALLAST = '.'.repeat(64 * 1_024)

/**
 * Makes PostgreSQL write some 200 KB to a temporary file beside its tables, and delete it: without a transaction's
 * number, so that nothing of it is in the write-ahead log. With `archive_timeout` at 60 s, one row a minute would
 * archive a segment of 16 MB each minute, 23 GB a day.
 */
const SPILLED_ROWS = 10_000

/**
 * Knows whether the store accepts writes. Each write of the product proves it for a minute. When there was none, it
 * writes itself: at the first call, after a fault, and else at most once a minute. On PostgreSQL an idle minute costs no
 * row, but a temporary file; that the database is there and is no standby is asked at each check.
 */
export class WriteProbe {
  readonly #database: Database
  readonly #evidence: WriteEvidence
  #isFirst = true
  #latest: { at: number; result: Promise<void>; failed: boolean | undefined } | undefined

  constructor(database: Database) {
    this.#database = database
    this.#evidence = WriteEvidence.of(database)
  }

  /**
   * Resolves when the store accepted a write within the last minute, and has not failed since.
   *
   * @throws StoreUnavailable when it does not accept one
   */
  assertWritable(): Promise<void> {
    const at = performance.now()
    const latest = this.#latest
    if (latest && (latest.failed === undefined || this.#isCurrent(latest, at))) return latest.result
    const check = { at, result: this.#check(), failed: undefined as boolean | undefined }
    this.#latest = check
    const end = () => {
      check.failed = this.#evidence.hasFailed
    }
    check.result.then(end, end)
    return check.result
  }

  /** Not when a write of the product has failed since, or has succeeded after a failure. */
  #isCurrent({ at, failed }: { at: number; failed: boolean | undefined }, now: number): boolean {
    return now - at < INTERVAL_MS && failed === this.#evidence.hasFailed
  }

  async #check(): Promise<void> {
    if (this.#isFirst || this.#evidence.hasFailed) return this.#write()
    const isOld = performance.now() - this.#evidence.provedAt >= PROOF_MS
    if (!isPostgres(this.#database)) {
      if (isOld) await this.#write()
    } else if (await this.#isReadOnly()) {
      await this.#write()
    } else if (isOld) {
      await this.#spill()
    }
  }

  async #write(): Promise<void> {
    const written_at = new Date().toISOString()
    await this.#database
      .insertInto('write_probe')
      .values({ id: 1, written_at, ballast: BALLAST })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at, ballast: BALLAST }))
      .execute()
    this.#isFirst = false
  }

  async #isReadOnly(): Promise<boolean> {
    const { rows } = await sql<{ transaction_read_only: string }>`show transaction_read_only`.execute(this.#database)
    return rows[0]?.transaction_read_only !== 'off'
  }

  async #spill(): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      await sql`set local work_mem = '64kB'`.execute(transaction)
      await sql`select count(*) from generate_series(1, ${sql.lit(SPILLED_ROWS)})`.execute(transaction)
    })
    this.#evidence.proved()
  }
}
