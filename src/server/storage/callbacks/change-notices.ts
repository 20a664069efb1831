import { sql } from 'kysely'
import { type Database, isPostgres } from '../database/open-database.ts'

/** The channel on which instances tell each other which callbacks have changed. */
export const CHANGE_CHANNEL = 'callback_changes'

/** PostgreSQL refuses 8,000 bytes. https://www.postgresql.org/docs/current/sql-notify.html */
const MAX_BYTES = 7_999

/**
 * Tells all instances, when the transaction is committed, that callbacks have changed. Only on PostgreSQL: SQLite's
 * other processes are found by its `data_version`.
 *
 * @param ids none means that anything may have changed; so do too many for one notice
 */
export async function notifyChanged(transaction: Database, ids: readonly string[]): Promise<void> {
  if (!isPostgres(transaction)) return
  const all = JSON.stringify(ids)
  const payload = Buffer.byteLength(all) > MAX_BYTES ? '[]' : all
  await sql`select pg_notify(${CHANGE_CHANNEL}, ${payload})`.execute(transaction)
}

/** The ids in a notice. Undefined for another text: whoever may connect to the database can send any. */
export function changedIn(payload: string): string[] | undefined {
  try {
    const ids: unknown = JSON.parse(payload)
    return Array.isArray(ids) && ids.every((id) => typeof id === 'string') ? ids : undefined
  } catch {
    return undefined
  }
}

/** So long the callbacks of new requests are gathered for one notice. Others must hear of them within 2 s. */
const GATHERED_MS = 100

/**
 * Tells other instances of new requests, a moment after they were stored. A notice in each request's own transaction
 * would let all commits wait for each other: PostgreSQL writes notices in the order of the commits. One that is lost with
 * its instance delays a row on other instances' pages until they fetch again for another reason.
 */
export class GatheredNotices {
  readonly #database: Database
  #ids: string[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database) {
    this.#database = database
  }

  add(id: string): void {
    this.#ids.push(id)
    this.#timer ??= setTimeout(() => void this.close(), GATHERED_MS).unref()
  }

  /** Sends what was gathered. A fault is not told: the store's next use shows it. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const ids = this.#ids
    this.#ids = []
    if (ids.length > 0) await notifyChanged(this.#database, ids).catch(() => {})
  }
}
