import { sql } from 'kysely'
import { type Database, isPostgres } from './open-database.ts'
import { faultCount } from './store-unavailable.ts'

/** The store is asked at most once in this time, however often the probe is called. */
const INTERVAL_MS = 1_000

/** For so long a write of the probe proves that the store accepts writes, unless something fails meanwhile. */
const PROOF_MS = 60_000

/** The size of the largest request, 64 KiB: on a disk that is nearly full, less could be written. */
const BALLAST = '.'.repeat(64 * 1_024)

/**
 * Makes PostgreSQL write some 200 KB to a temporary file beside its tables, and delete it: without a transaction's
 * number, so that nothing of it is in the write-ahead log. With `archive_timeout` at 60 s, one row a minute would
 * archive a segment of 16 MB each minute, 23 GB a day.
 */
const SPILLED_ROWS = 10_000

/**
 * Knows whether the store accepts writes. It writes at the first call, at the next one after any fault of the store, and
 * else at most once a minute. On PostgreSQL an idle minute costs no row, but a temporary file; that the database is there
 * and is no standby is asked at each check.
 */
export class WriteProbe {
  readonly #database: Database
  /** How many faults there were before the latest write that succeeded; undefined before the first. */
  #knownFaults: number | undefined
  #writtenAt = Number.NEGATIVE_INFINITY
  #latest: { at: number; result: Promise<void>; isRunning: boolean } | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** Resolves when the store is known to accept writes, as of a second ago. @throws StoreUnavailable otherwise */
  assertWritable(): Promise<void> {
    const at = performance.now()
    const latest = this.#latest
    if (latest && (latest.isRunning || at - latest.at < INTERVAL_MS)) return latest.result
    const check = { at, result: this.#check(at), isRunning: true }
    this.#latest = check
    return check.result.finally(() => {
      check.isRunning = false
    })
  }

  async #check(at: number): Promise<void> {
    const count = faultCount()
    const isDue = at - this.#writtenAt >= PROOF_MS
    const isRowDue = count !== this.#knownFaults || (isPostgres(this.#database) ? await this.#isReadOnly() : isDue)
    if (isRowDue) await this.#write()
    else if (isDue) await this.#spill()
    else return
    this.#knownFaults = count
    this.#writtenAt = at
  }

  async #write(): Promise<void> {
    const written_at = new Date().toISOString()
    await sql`insert into write_probe (id, written_at, ballast) values (1, ${written_at}, ${BALLAST})
      on conflict (id) do update set written_at = excluded.written_at, ballast = excluded.ballast
    `.execute(this.#database)
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
  }
}
