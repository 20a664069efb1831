import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Changes } from './database/changes.ts'
import { type Database, hasStore, isPostgres, openDatabase } from './database/open-database.ts'
import { requestsFile } from './database/open-sqlite.ts'
import { MOVED_TO, StoreUnavailable } from './database/store-unavailable.ts'
import { Erasures } from './erasure.ts'
import { erasureListIn } from './erasure-list.ts'

interface StoreSettings {
  /** PostgreSQL; it may hold a password. Null for SQLite. */
  databaseUrl: URL | null
  dataDirectory: string
}

interface Opening {
  /** Creates nothing where there is no store. */
  mustExist?: boolean
  /** Also opens a store that was moved, which is refused otherwise, so that nobody is called from both. */
  evenIfMoved?: boolean
  /** Where the address of PostgreSQL was given, for messages. */
  urlSetting?: string
}

/**
 * Opens the configured store, and creates it when it is missing: PostgreSQL where there is a `DATABASE_URL`, else
 * SQLite.
 *
 * @throws an error with a message of one line that names the setting and the cause, without a password
 */
export async function openStore(
  settings: StoreSettings,
  { mustExist = false, evenIfMoved = false, urlSetting = 'DATABASE_URL' }: Opening = {},
): Promise<Database> {
  await assertOwner(settings)
  const { databaseUrl: url, dataDirectory } = settings
  const location = url?.href ?? dataDirectory
  const name = url ? `${urlSetting} (${url.host}${url.pathname})` : `DATA_DIR (${dataDirectory})`
  let database: Database | undefined
  try {
    if (!mustExist || (await hasStore(location))) database = await openDatabase(location)
  } catch (error) {
    throw new Error(`${name} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
  if (!database) throw new Error(`${name} has no store: give this command the server's environment and directory.`)
  const target = evenIfMoved || isPostgres(database) ? undefined : await movedTo(database)
  if (target === undefined) return database
  await database.destroy()
  throw new Error(`${name} was moved to ${target}: set DATABASE_URL.`)
}

/** Refuses, with one line, an SQLite store of another user, also for root: the server could not write it then. */
export async function assertOwner({ databaseUrl, dataDirectory }: StoreSettings): Promise<void> {
  const user = process.getuid?.()
  if (databaseUrl !== null || user === undefined) return
  const statOf = (path: string) => stat(path).catch(() => undefined)
  const owned = (await statOf(requestsFile(dataDirectory))) ?? (await statOf(dataDirectory))
  if (owned === undefined || owned.uid === user) return
  throw new Error(
    `DATA_DIR (${dataDirectory}) belongs to user ${owned.uid}, and this is user ${user}: run it as the store's owner, ` +
      'as the command "clinic" does.',
  )
}

/** Erases in the configured store. On SQLite the erasure list is in the data directory. */
export function erasuresOf(database: Database, { databaseUrl, dataDirectory }: StoreSettings, changes?: Changes) {
  return new Erasures(database, databaseUrl ? undefined : erasureListIn(dataDirectory), changes)
}

/** Why a store failed: its own message, in one line. */
export function reasonOf(error: unknown): string {
  const fault = error instanceof StoreUnavailable ? error.cause : error
  if (!(fault instanceof Error)) return String(fault)
  // A host name with several addresses fails with an error that has a code and no message.
  return fault.message.split('\n', 1)[0] || String((fault as NodeJS.ErrnoException).code)
}

/** Triggers refuse what would change a moved store, also of a server that still has it open. */
const MARKS = [
  ['moved_requests', 'insert on callback_requests'],
  ['moved_callbacks', 'update on callbacks'],
  ['moved_messages', 'update on outbox_messages'],
  ['moved_events', 'insert on audit_events'],
  ['moved_write_probe', 'insert on write_probe'],
] as const

/**
 * Marks an SQLite store as moved to a database.
 *
 * @param target names the database, without a password
 * @returns whether it was not marked before
 * @throws an error of one line when it was moved to another database
 */
export async function markAsMoved(database: Database, target: string): Promise<boolean> {
  const known = await movedTo(database)
  if (known !== undefined && known !== target) throw new Error(`The requests were moved to ${known} already.`)
  if (known !== undefined) return false
  for (const [name, event] of MARKS) {
    const message = `${MOVED_TO}${target}`.replaceAll("'", "''")
    await sql
      .raw(`create trigger ${name} before ${event} begin select raise(abort, '${message}'); end`)
      .execute(database)
  }
  return true
}

export async function unmarkAsMoved(database: Database): Promise<void> {
  for (const [name] of MARKS) await sql.raw(`drop trigger if exists ${name}`).execute(database)
}

/** The database to which an SQLite store was moved; undefined when it was not. */
export async function movedTo(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'trigger' and name = ${MARKS[0][0]}`.execute(database)
  const [, target] = /the requests were moved to (.*)'\); end/.exec(rows[0]?.sql ?? '') ?? []
  return target?.replaceAll("''", "'")
}
