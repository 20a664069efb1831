import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, isPostgres } from './open-database.ts'

/** Each try waits for as long as the connection's own time limit: 1 s. */
const TRIES = 3
const PAUSE_MS = 100

/**
 * Leaves nothing of what was erased in the SQLite file or its write-ahead log. `secure_delete` alone does not: where
 * SQLite rearranges its pages, copies of rows stay behind in gaps, and are not known of when the row goes. So the file
 * is written anew, which took 6 ms/MB where this was measured, and other writers wait meanwhile.
 *
 * @param upToBytes leaves a larger file as it is, and empties the write-ahead log alone
 * @returns false when the file was too large, or another process stood in the way for seconds; remnants of what was
 * erased may still be readable then. True on PostgreSQL, whose files are its administrator's.
 * @throws the store's fault when it is another
 */
export async function overwriteErased(
  database: Database,
  { upToBytes = Number.POSITIVE_INFINITY }: { upToBytes?: number } = {},
): Promise<boolean> {
  if (isPostgres(database)) return true
  const isRewritten = (await fileBytes(database)) <= upToBytes && (await succeeds(() => rewrite(database)))
  return (await succeeds(() => emptyWriteAheadLog(database))) && isRewritten
}

async function succeeds(step: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (attempt > 1) await delay(PAUSE_MS)
    if (await step()) return true
  }
  return false
}

async function fileBytes(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()
  `.execute(database)
  return rows[0]?.bytes ?? 0
}

async function rewrite(database: Database): Promise<boolean> {
  try {
    await sql`vacuum`.execute(database)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^SQLITE_BUSY/.test(String(error.code))) return false
    throw error
  }
}

async function emptyWriteAheadLog(database: Database): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database)
  return rows[0]?.busy === 0
}
