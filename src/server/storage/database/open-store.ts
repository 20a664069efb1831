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

/**
 * Opens the configured store, and creates it when it is missing: PostgreSQL where there is a `DATABASE_URL`, else
 * SQLite.
 *
 * @param urlSetting where the address of PostgreSQL was given, for messages
 * @throws an error with a message of one line that names the setting and the cause, without a password
 */
export async function openStore(settings: StoreSettings, urlSetting?: string): Promise<Database> {
  await assertOwner(settings)
  return openNotMoved(settings, urlSetting)
}

/**
 * Opens the configured store, and creates nothing where there is none.
 *
 * @throws like `openStore`, also when there is no store
 */
export async function openExistingStore(
  settings: StoreSettings,
  { evenIfMoved = false }: { evenIfMoved?: boolean } = {},
): Promise<Database> {
  if (!(await withReason(settings, hasStore))) {
    throw new Error(`${nameOf(settings)} has no store: give this command the server's environment and directory.`)
  }
  return evenIfMoved ? withReason(settings, openDatabase) : openNotMoved(settings)
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

/** A store that was moved is refused, so that nobody is called from both. */
async function openNotMoved(settings: StoreSettings, urlSetting?: string): Promise<Database> {
  const database = await withReason(settings, openDatabase, urlSetting)
  const target = isPostgres(database) ? undefined : await movedTo(database)
  if (target === undefined) return database
  await database.destroy()
  throw new Error(`${nameOf(settings)} was moved to ${target}: set DATABASE_URL.`)
}

/** Does something with a location, as `openDatabase` takes it. A fault names the setting. */
async function withReason<Result>(
  settings: StoreSettings,
  work: (location: string) => Promise<Result>,
  urlSetting?: string,
): Promise<Result> {
  try {
    return await work(settings.databaseUrl?.href ?? settings.dataDirectory)
  } catch (error) {
    throw new Error(`${nameOf(settings, urlSetting)} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

function nameOf({ databaseUrl: url, dataDirectory }: StoreSettings, urlSetting = 'DATABASE_URL'): string {
  return url ? `${urlSetting} (${url.host}${url.pathname})` : `DATA_DIR (${dataDirectory})`
}
