import type { Config } from './config.ts'
import { erasureListIn } from './storage/erasure-list.ts'
import { Erasures } from './storage/erasures.ts'
import { type Database, openDatabase } from './storage/open-database.ts'
import { StoreUnavailable } from './storage/store-unavailable.ts'

/**
 * Opens the store that the configuration names: PostgreSQL where there is a `DATABASE_URL`, else SQLite.
 *
 * @throws an error whose message is one line that names the variable and why it does not work, and no password
 */
export function openStore({
  databaseUrl,
  dataDirectory,
}: Pick<Config, 'databaseUrl' | 'dataDirectory'>): Promise<Database> {
  return databaseUrl ? openDatabaseUrl('DATABASE_URL', databaseUrl) : openDataDirectory(dataDirectory)
}

/** What erases in the store that the configuration names. On SQLite the erasure list lies in the data directory. */
export function erasuresOf(
  database: Database,
  { databaseUrl, dataDirectory }: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
): Erasures {
  return new Erasures(database, databaseUrl ? undefined : erasureListIn(dataDirectory))
}

/** Opens the SQLite store in the data directory. @throws like `openStore` */
export function openDataDirectory(dataDirectory: string): Promise<Database> {
  return open(dataDirectory, `DATA_DIR (${dataDirectory})`)
}

/** Opens the PostgreSQL store at an address. @throws like `openStore`, naming the address as `setting` */
export function openDatabaseUrl(setting: string, url: URL): Promise<Database> {
  return open(url.href, `${setting} (${url.host}${url.pathname})`)
}

/** Why a store did not do what it should, in its own words and one line. */
export function reasonOf(error: unknown): string {
  const fault = error instanceof StoreUnavailable ? error.cause : error
  if (!(fault instanceof Error)) return String(fault)
  // A host name with several addresses fails with an error that has a code and no message.
  return fault.message.split('\n', 1)[0] || String((fault as NodeJS.ErrnoException).code)
}

async function open(location: string, name: string): Promise<Database> {
  try {
    return await openDatabase(location)
  } catch (error) {
    throw new Error(`${name} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}
