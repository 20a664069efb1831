import { stat } from 'node:fs/promises'
import type { Changes } from '../callbacks/changes.ts'
import { erasureListIn } from '../erasure/erasure-list.ts'
import { Erasures } from '../erasure/erasures.ts'
import { movedTo } from './moved-store.ts'
import { type Database, hasStore, isPostgres, openDatabase } from './open-database.ts'
import { requestsFile } from './open-sqlite.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** The settings that choose the store. */
interface StoreSettings {
  /** PostgreSQL; it may hold a password. Null for SQLite. */
  databaseUrl: URL | null
  /** The directory of SQLite's file and the erasure list. */
  dataDirectory: string
}

/** What is special about opening a store. */
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

/**
 * Refuses an SQLite store of another user, also for root: the server could not write what this process creates there.
 *
 * @throws an error with a message of one line
 */
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
export function erasuresOf(
  database: Database,
  { databaseUrl, dataDirectory }: StoreSettings,
  changes?: Changes,
): Erasures {
  return new Erasures(database, databaseUrl ? undefined : erasureListIn(dataDirectory), changes)
}

/** Why a store failed: its own message, in one line. */
export function reasonOf(error: unknown): string {
  const fault = error instanceof StoreUnavailable ? error.cause : error
  if (!(fault instanceof Error)) return String(fault)
  // A host name with several addresses fails with an error that has a code and no message.
  return fault.message.split('\n', 1)[0] || String((fault as NodeJS.ErrnoException).code)
}
