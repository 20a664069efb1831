/**
 * The database cannot take or give anything at the moment: locked, full, read-only, damaged, gone. Nothing of the
 * work was stored, as far as can be known when a connection breaks. It may well succeed later, without a restart.
 * `cause` is the database's own error, which names no value that was to be stored.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'

  constructor(cause: unknown) {
    super('The store is unavailable', { cause })
  }
}

/** SQLite's result codes for a store at fault, rather than a query; each has extended codes that begin alike. */
const SQLITE_FAULT =
  /^SQLITE_(?:BUSY|LOCKED|NOMEM|READONLY|IOERR|CORRUPT|FULL|CANTOPEN|PROTOCOL|NOLFS|NOTADB|PERM|AUTH)(?:_|$)/

/**
 * PostgreSQL's, likewise: connections, sign-in, no such database, a standby that only reads, transactions that got into
 * each other's way, resources, locks and time limits, administrators, the system beneath, internal errors.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES_FAULT = /^(?:08...|28...|3D000|25006|25P0[34]|40...|53...|55P03|57...|58...|XX...)$/

/** What the network says on the way to PostgreSQL: Node's system errors, and OpenSSL's on a certificate. */
const NETWORK_FAULT = /^(?:E(?!RR_)[A-Z_]+|ERR_(?:SSL|TLS)_.+|CERT_.+)$/

/** What pg says, without a code, of connections that broke, came too late or were closed. */
const CONNECTION_FAULT = /^(?:Connection terminated|timeout |Query read timeout|Client (?:has|was) |Cannot use a pool)/

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

/** Whether an error says that the store is at fault, rather than what was asked of it. */
export function isStoreFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return CONNECTION_FAULT.test(error.message)
  return [SQLITE_FAULT, POSTGRES_FAULT, NETWORK_FAULT].some((fault) => fault.test(code))
}
