import { erasureListIn } from '../erasure/erasure-list.ts'
import { Erasures } from '../erasure/erasures.ts'
import { type Database, hasStore, openDatabase } from './open-database.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** Which store the configuration names. */
interface StoreSettings {
  /** PostgreSQL; it may hold a password. Null for SQLite. */
  databaseUrl: URL | null
  /** Where SQLite's file and the erasure list lie. */
  dataDirectory: string
}

/** Where a store is, as `openDatabase` takes it, and what a line calls it: no password. */
interface Place {
  location: string
  name: string
}

/**
 * Opens the store that the configuration names, and makes it when it is missing: PostgreSQL where there is a
 * `DATABASE_URL`, else SQLite.
 *
 * @throws an error whose message is one line that names the variable and why it does not work, and no password
 */
export function openStore(settings: StoreSettings): Promise<Database> {
  return open(placeOf(settings))
}

/**
 * Opens the store that the configuration names, and makes nothing where there is none.
 *
 * @throws like `openStore`, also when there is no store
 */
export async function openExistingStore(settings: StoreSettings): Promise<Database> {
  const place = placeOf(settings)
  if (!(await orSayWhy(place, hasStore(place.location)))) {
    throw new Error(`${place.name} has no store: give this command the server's environment and directory.`)
  }
  return open(place)
}

/** What erases in the store that the configuration names. On SQLite the erasure list lies in the data directory. */
export function erasuresOf(database: Database, { databaseUrl, dataDirectory }: StoreSettings): Erasures {
  return new Erasures(database, databaseUrl ? undefined : erasureListIn(dataDirectory))
}

/** Opens the PostgreSQL store at an address. @throws like `openStore`, naming the address as `setting` */
export function openDatabaseUrl(setting: string, url: URL): Promise<Database> {
  return open(postgresPlace(setting, url))
}

/** Why a store did not do what it should, in its own words and one line. */
export function reasonOf(error: unknown): string {
  const fault = error instanceof StoreUnavailable ? error.cause : error
  if (!(fault instanceof Error)) return String(fault)
  // A host name with several addresses fails with an error that has a code and no message.
  return fault.message.split('\n', 1)[0] || String((fault as NodeJS.ErrnoException).code)
}

function placeOf({ databaseUrl, dataDirectory }: StoreSettings): Place {
  if (databaseUrl) return postgresPlace('DATABASE_URL', databaseUrl)
  return { location: dataDirectory, name: `DATA_DIR (${dataDirectory})` }
}

function postgresPlace(setting: string, url: URL): Place {
  return { location: url.href, name: `${setting} (${url.host}${url.pathname})` }
}

function open(place: Place): Promise<Database> {
  return orSayWhy(place, openDatabase(place.location))
}

async function orSayWhy<Result>({ name }: Place, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw new Error(`${name} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}
