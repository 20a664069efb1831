import SqliteFile from 'better-sqlite3'

/** The tables whose rows a backup must not lose, with their keys. The others are counts, links and work in progress. */
const TABLES = [
  ['callback_requests', 'reference'],
  ['outbox_messages', 'id'],
  ['callbacks', 'id'],
  ['attempts', 'id'],
  ['notes', 'id'],
  ['staff', 'id'],
  ['audit_events', 'id'],
  ['erasures', 'hash'],
] as const

/**
 * One moment of an SQLite store, which stays readable until it is closed, while others read and write. Meanwhile the
 * write-ahead log grows, so close it soon.
 */
export class StoreMoment {
  readonly #storeFile: string
  readonly #moment: SqliteFile.Database

  constructor(storeFile: string) {
    this.#storeFile = storeFile
    this.#moment = new SqliteFile(storeFile, { readonly: true })
    // The first read, not `begin`, fixes the moment.
    this.#moment.exec('begin; select count(*) from erasure_key')
  }

  /**
   * Asserts that a copy, made since this moment, has every row that the store had at this moment and still has.
   *
   * @returns how many requests the copy has
   * @throws an error of one line when rows are missing
   */
  assertIsIn(copy: string): number {
    const file = new SqliteFile(copy, { readonly: true })
    try {
      file.prepare('attach ? as store').run(this.#storeFile)
      for (const [table, key] of TABLES) {
        const missing = this.#missingIn(file, table, key)
        if (missing > 0) throw new Error(`${copy} is not a valid backup: it lacks ${missing} rows of ${table}`)
      }
      return Number(file.prepare('select count(*) from main.callback_requests').pluck().get())
    } finally {
      file.close()
    }
  }

  close(): void {
    this.#moment.close()
  }

  /** Rows that the copy lacks are normally those that came after it: this moment does not have them either. */
  #missingIn(file: SqliteFile.Database, table: string, key: string): number {
    const laterKeys = file
      .prepare(`select ${key} from store.${table} as s where not exists (
        select 1 from main.${table} as c where c.${key} = s.${key})`)
      .pluck()
    const atThisMoment = this.#moment.prepare(`select 1 from ${table} where ${key} = ?`)
    let missing = 0
    for (const value of laterKeys.iterate()) if (atThisMoment.get(value)) missing++
    return missing
  }
}
