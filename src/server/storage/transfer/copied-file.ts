import SqliteFile from 'better-sqlite3'
import { erasureHash, type RequestIdentity } from '../erasure/erased-requests.ts'

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
    else if (countIn(path, 'select count(*) from erasure_key') !== 1) fault = 'it has no erasure key'
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error)
  }
  if (fault !== undefined) throw new Error(`${name} is not a valid backup: ${fault}`)
}

/** The number that a query reads in a store's file, which others may be using. @throws an SQLite error */
export function countIn(path: string, query: string, ...parameters: string[]): number {
  return Number(
    readCopy(path, (file) =>
      file
        .prepare(query)
        .pluck()
        .get(...parameters),
    ),
  )
}

/** The key of the store that a file is a copy of: each store has another. @throws an SQLite error */
export function erasureKeyIn(path: string): string {
  return String(readCopy(path, (file) => file.prepare('select key from erasure_key').pluck().get()))
}

/** How many requests of a store's file are on an erasure list of this store. @throws an SQLite error */
export function countListed(path: string, hashes: readonly string[]): number {
  const listed = new Set(hashes)
  const key = erasureKeyIn(path)
  const requests = readCopy(path, (file) =>
    file.prepare<[], RequestIdentity>('select reference, received_at from callback_requests').all(),
  )
  return requests.filter((request) => listed.has(erasureHash(key, request))).length
}

function readCopy<Result>(path: string, read: (file: SqliteFile.Database) => Result): Result {
  const file = new SqliteFile(path, { readonly: true, fileMustExist: true })
  try {
    return read(file)
  } finally {
    file.close()
  }
}
