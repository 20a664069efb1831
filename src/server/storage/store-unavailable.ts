/**
 * The database cannot take or give anything at the moment: locked, full, read-only, damaged, gone. Nothing of the
 * work was stored. It may well succeed later, without a restart. `cause` is the database's own error, which names no
 * value that was to be stored.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'

  constructor(cause: unknown) {
    super('The store is unavailable', { cause })
  }
}

/** SQLite's result codes for a store at fault, rather than a query; each has extended codes that begin alike. */
const STORE_FAULT =
  /^SQLITE_(?:BUSY|LOCKED|NOMEM|READONLY|IOERR|CORRUPT|FULL|CANTOPEN|PROTOCOL|NOLFS|NOTADB|PERM|AUTH)(?:_|$)/

/**
 * Does work on the database.
 *
 * @throws StoreUnavailable when the store is at fault, else whatever the work throws
 */
export async function onStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw isStoreFault(error) ? new StoreUnavailable(error) : error
  }
}

function isStoreFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && STORE_FAULT.test(error.code)
}
