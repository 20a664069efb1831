import SqliteFile from 'better-sqlite3'
import { sql } from 'kysely'
import type { Database } from '../database/open-database.ts'

/**
 * Fills an empty file with a copy of an SQLite store as it is at one moment, without erased data, and checks it.
 *
 * @returns how many requests it has
 * @throws StoreUnavailable, an error of one line when the copy is damaged
 */
export async function writeCopy(database: Database, path: string): Promise<number> {
  await sql`vacuum into ${path}`.execute(database)
  assertIntact(path)
  return Number(readCopy(path, (file) => file.prepare('select count(*) from callback_requests').pluck().get()))
}

/**
 * Asserts that a file is a complete, undamaged copy of a store.
 *
 * @param name what the message calls it
 * @throws an error of one line when it is not
 */
export function assertIntact(path: string, name = path): void {
  let fault: string | undefined
  try {
    const result = readCopy(path, (file) => String(file.pragma('integrity_check(1)', { simple: true })))
    if (result !== 'ok') fault = result.split('\n').at(-1)
    else erasureKeyIn(path)
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error)
  }
  if (fault !== undefined) throw new Error(`${name} is not a valid backup: ${fault}`)
}

/** The key of the store that a file is a copy of: each store has another. @throws an SQLite error, or when it has none */
export function erasureKeyIn(path: string): string {
  const key = readCopy(path, (file) => file.prepare('select erasure_key from store').pluck().get())
  if (typeof key !== 'string') throw new Error('it has no erasure key')
  return key
}

function readCopy<Result>(path: string, read: (file: SqliteFile.Database) => Result): Result {
  const file = new SqliteFile(path, { readonly: true, fileMustExist: true })
  try {
    return read(file)
  } finally {
    file.close()
  }
}
