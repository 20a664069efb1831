import { sql } from 'kysely'
import { type Database, isPostgres, read } from './open-database.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** Changes are gathered for this time before other instances are told. Those must hear of them within 2 s. */
const GATHERED_MS = 100

/**
 * Tells open pages that something has changed, and nothing else: they fetch again what they show. This instance's pages
 * hear it at once. Other instances ask whether a number has changed, which SQLite counts by itself; on PostgreSQL it is a
 * sequence's, which is counted on a moment after a change: no commit waits for it.
 */
export class Changes {
  readonly #database: Database
  readonly #listeners = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined
  /** The number up to which this instance's pages have heard of everything. */
  #known: number | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** @returns a function that ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells everybody of a change that is on disk. */
  publish(): void {
    this.publishHere()
    this.#tellOthersSoon()
  }

  /** Tells this instance's pages alone. */
  publishHere(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Tells other instances at once of what they have not been told yet. On SQLite they see it. */
  async tellOthers(): Promise<void> {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!isPostgres(this.#database)) return
    try {
      const [row] = await read(this.#database, sql<{ number: string }>`select nextval('change_numbers') as number`)
      // Otherwise somebody else has counted too.
      if (Number(row?.number) - 1 === this.#known) this.#known = Number(row?.number)
    } catch (error) {
      // Others hear of it when the store can be used again.
      if (error instanceof StoreUnavailable) this.#tellOthersSoon()
    }
  }

  #tellOthersSoon(): void {
    this.#timer ??= setTimeout(() => void this.tellOthers(), GATHERED_MS).unref()
  }

  /** Whether another process has changed something since the last call that succeeded; not at the first one. */
  async byOthers(): Promise<boolean> {
    const before = this.#known
    // SQLite changes it when another connection commits, and never for our own.
    const version = isPostgres(this.#database)
      ? sql<{ number: string | number }>`select last_value as number from change_numbers`
      : sql<{ number: string | number }>`select data_version as number from pragma_data_version()`
    const [row] = await read(this.#database, version)
    this.#known = Number(row?.number)
    return before !== undefined && before !== this.#known
  }
}
