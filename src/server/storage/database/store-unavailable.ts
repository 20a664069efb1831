/**
 * The database cannot be used at the moment: locked, full, read-only, damaged, moved or unreachable. Nothing of the work was
 * stored, as far as that can be known when a connection breaks. It may succeed later, without a restart. `cause` is the
 * database's own error, which contains no value that was to be stored.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'

  constructor(cause: unknown) {
    super('The store is unavailable', { cause })
  }
}

/** SQLite's result codes for faults of the store, not of a query. Their extended codes have the same beginning. */
const SQLITE_FAULT =
  /^SQLITE_(?:BUSY|LOCKED|NOMEM|READONLY|IOERR|CORRUPT|FULL|CANTOPEN|PROTOCOL|NOLFS|NOTADB|PERM|AUTH)(?:_|$)/

/**
 * The same for PostgreSQL: connections, sign-in, a missing database, a read-only standby, conflicting transactions,
 * resources, locks and time-outs, administrators, the operating system, internal errors.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES_FAULT = /^(?:08...|28...|3D000|25006|25P0[34]|40...|53...|55P03|57...|58...|XX...)$/

/** Network errors on the way to PostgreSQL: Node's system errors, and OpenSSL's about a certificate. */
const NETWORK_FAULT = /^(?:E(?!RR_)[A-Z_]+|ERR_(?:SSL|TLS)_.+|CERT_.+)$/

/** pg's messages without a code, for connections that broke, timed out or were closed. */
const CONNECTION_FAULT = /^(?:Connection terminated|timeout |Query read timeout|Client (?:has|was) |Cannot use a pool)/

export const MOVED_TO = 'the requests were moved to '

let faults = 0

/** How many faults of the store this process has met. It has one store. */
export function faultCount(): number {
  return faults
}

/** What a connection throws: a fault of the store, which counts, as `StoreUnavailable`, everything else as it is. */
export function translated(error: unknown): unknown {
  if (!isStoreFault(error)) return error
  faults++
  return new StoreUnavailable(error)
}

function isStoreFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message.startsWith(MOVED_TO)) return true
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return CONNECTION_FAULT.test(error.message)
  return [SQLITE_FAULT, POSTGRES_FAULT, NETWORK_FAULT].some((fault) => fault.test(code))
}
