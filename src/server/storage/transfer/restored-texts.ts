import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { requestsFile } from '../database/open-sqlite.ts'
import { erasureHash } from '../erasure/erasure-hash.ts'
import { TextSearch } from './text-search.ts'

/** Columns of visitors' requests that every version of the store has, and that contain what somebody typed. */
const TYPED = ['name', 'phone', 'email', 'message', 'idempotency_key'] as const

/** How much text is collected before it is searched. */
const PART_CHARACTERS = 1_048_576

/** How many requests of a store are on an erasure list, and a search for what was typed in them. */
export function erasedIn(storeFile: string, hashes: Iterable<string>): { requests: number; texts: TextSearch } {
  const listed = new Set(hashes)
  const file = new SqliteFile(storeFile, { readonly: true })
  try {
    const key = String(file.prepare('select key from erasure_key').pluck().get())
    const rows = file
      .prepare<[], Record<(typeof TYPED)[number] | 'reference' | 'received_at', string | null>>(
        `select reference, received_at, ${TYPED.join(', ')} from callback_requests`,
      )
      .iterate()
    const texts: Buffer[] = []
    let requests = 0
    for (const { reference, received_at, ...typed } of rows) {
      if (!listed.has(erasureHash(key, { reference: String(reference), received_at: String(received_at) }))) continue
      requests++
      for (const column of TYPED) texts.push(Buffer.from(typed[column] ?? ''))
    }
    return { requests, texts: new TextSearch(texts) }
  } finally {
    file.close()
  }
}

/**
 * Searches the files of a restored store, byte by byte, for texts that no row of it has. What is in a row is somebody
 * else's text: two people may have the same name.
 *
 * @returns how many texts were searched for in the files, and how many of them were found
 */
export async function searchRestored(
  directory: string,
  texts: TextSearch,
): Promise<{ searched: number; found: number }> {
  readRows(requestsFile(directory), texts)
  const inFiles = texts.forOthers()
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!entry.isFile()) continue
    for await (const part of createReadStream(join(directory, entry.name))) inFiles.read(part)
  }
  return { searched: inFiles.texts, found: inFiles.found }
}

function readRows(storeFile: string, texts: TextSearch): void {
  const file = new SqliteFile(storeFile, { readonly: true })
  try {
    const tables = file.prepare<[], string>(`select name from sqlite_schema where type = 'table'`).pluck().all()
    for (const table of tables) {
      let part = ''
      for (const row of file.prepare<[], unknown[]>(`select * from "${table}"`).raw().iterate()) {
        // No text contains NUL, so none is found across the end of another.
        for (const value of row) if (typeof value === 'string') part += `${value}\0`
        if (part.length < PART_CHARACTERS) continue
        texts.read(Buffer.from(part))
        part = ''
      }
      texts.read(Buffer.from(part))
    }
  } finally {
    file.close()
  }
}
