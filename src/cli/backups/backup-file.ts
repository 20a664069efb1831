import SqliteFile from 'better-sqlite3'
import { sql } from 'kysely'
import type { Database } from '../../server/storage/database/open-database.ts'

/** Fills an empty file with a checked copy of an SQLite store as it is now. @returns how many requests it has */
export async function writeCopy(database: Database, path: string): Promise<number> {
  await sql`vacuum into ${path}`.execute(database)
  assertIntact(path)
  return Number(readCopy(path, (file) => file.prepare('select count(*) from callback_requests').pluck().get()))
}

/** Asserts that a file, by its name in messages, is a complete, undamaged copy of a store. */
export function assertIntact(path: string, name = path): void {
  try {
    const result = readCopy(path, (file) => String(file.pragma('integrity_check(1)', { simple: true })))
    if (result !== 'ok') throw new Error(result.split('\n').at(-1))
    erasureKeyIn(path)
  } catch (error) {
    throw new Error(`${name} is not a valid backup: ${error instanceof Error ? error.message : error}`)
  }
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
