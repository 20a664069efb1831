import { sql } from 'kysely'
import { type Database, isPostgres } from '../../storage/database/open-database.ts'
import { onStore } from '../../storage/database/store-unavailable.ts'

/** How far an export has come. */
export interface Progress {
  /** The session that asked for it: its `token_hash`. */
  session: string
  url: string
  rows: number
  done: boolean
}

/** The channel on which instances tell each other. */
export const EXPORT_CHANNEL = 'export_progress'

/** Tells open pages how far an export has come. */
export class ExportProgress {
  readonly #database: Database
  readonly #listeners = new Set<(progress: Progress) => void>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Tells the pages of all instances. @throws StoreUnavailable */
  async tell(progress: Progress): Promise<void> {
    this.publish(progress)
    if (!isPostgres(this.#database)) return
    const payload = JSON.stringify(progress)
    await onStore(() => sql`select pg_notify(${EXPORT_CHANNEL}, ${payload})`.execute(this.#database))
  }

  /** Tells the pages of this instance. */
  publish(progress: Progress): void {
    for (const listener of this.#listeners) listener(progress)
  }

  /** @returns a function that ends it */
  subscribe(listener: (progress: Progress) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
