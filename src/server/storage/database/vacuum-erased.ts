import { sql } from 'kysely'
import { type Database, isPostgres, query } from './open-database.ts'
import { isLocked, LockWait } from './sqlite-dialect.ts'

/**
 * The largest file that a running server rewrites: 64 MiB, some 70,000 requests, or 20,000 with the desk's calls. It
 * takes 6 ms and 1 MB of memory for each MB, and posts wait meanwhile.
 */
export const MAX_REWRITTEN_BYTES = 64 * 1_024 * 1_024

/**
 * Removes all erased data from the SQLite file and its write-ahead log. `secure_delete` alone does not: where SQLite
 * rearranges its pages, copies of rows remain in gaps, and deleting the row does not overwrite them. So the file is
 * rewritten, which took 6 ms/MB where this was measured, and other writers wait meanwhile.
 *
 * @param maxBytes a larger file stays as it is, and only the write-ahead log is emptied
 * @returns false when the file was too large, or another process had locked it for seconds; erased data may still be
 * readable then. True on PostgreSQL, whose files are its administrator's.
 * @throws any other fault of the store
 */
export async function vacuumErased(
  database: Database,
  { maxBytes = Number.POSITIVE_INFINITY }: { maxBytes?: number } = {},
): Promise<boolean> {
  if (isPostgres(database)) return true
  const isRewritten = (await fileBytes(database)) <= maxBytes && (await rewrite(database))
  return (await emptyWriteAheadLog(database)) && isRewritten
}

async function fileBytes(database: Database): Promise<number> {
  const [file] = await query<{ bytes: number }>(database)`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  return file?.bytes ?? 0
}

async function rewrite(database: Database): Promise<boolean> {
  try {
    await sql`vacuum`.execute(database)
    return true
  } catch (error) {
    if (isLocked(error)) return false
    throw error
  }
}

/** A checkpoint fails with a result, not an error, while others read or write the log. */
async function emptyWriteAheadLog(database: Database): Promise<boolean> {
  const wait = new LockWait()
  do {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database)
    if (rows[0]?.busy === 0) return true
  } while (await wait.pause())
  return false
}
