import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { BoundedPool } from './bounded-pool.ts'
import { migrateToLatest } from './migrate.ts'
import type { Schema } from './schema.ts'

/**
 * How long is waited for a connection, new or from the pool. Together with the two below, a visitor is told that the
 * store is away well before the page gives up, which is after 15 s.
 */
const CONNECT_TIMEOUT_MS = 3_000

/** A request holds a connection for a few milliseconds. PostgreSQL allows 100 by default: room for several instances. */
const MAX_PROCESSES = 10

const LIMITS: PoolConfig = {
  // Our own statements take milliseconds; PostgreSQL gives up on one that waits for a lock this long.
  statement_timeout: 3_000,
  // Longer than PostgreSQL's own limit: reached only when no answer comes at all, as from a machine that lost power.
  query_timeout: 4_000,
  // An instance that stands still in the middle of a transaction must not hold the others up for ever.
  idle_in_transaction_session_timeout: 10_000,
}

/**
 * Opens a PostgreSQL database and migrates it. Connections that break are replaced as they are needed, so the store
 * works again as soon as the database does. Whatever is committed has reached the database's disk, unless its
 * administrator has switched `fsync` off.
 *
 * @throws a pg or network error when the database cannot be used, an error of one line when it does not use UTF8
 */
export async function openPostgres(url: string): Promise<Kysely<Schema>> {
  // A migration takes as long as it needs, and so does waiting for another instance's: no limits.
  const migrating = open(url, {})
  try {
    await assertEncoding(migrating)
    await migrateToLatest(migrating)
  } finally {
    await migrating.destroy()
  }
  return open(url, LIMITS)
}

/** In another encoding there are names that the database refuses, one request after another. */
async function assertEncoding(database: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(database)
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8') throw new Error(`the database must use UTF8, not ${encoding}`)
}

/**
 * Whether a PostgreSQL database holds a store. Makes nothing there.
 *
 * @throws a pg or network error when the database cannot be used
 */
export async function hasPostgresStore(url: string): Promise<boolean> {
  const database = open(url, LIMITS)
  try {
    const table = await sql<{ name: string | null }>`select to_regclass('callback_requests') as name`.execute(database)
    return table.rows[0]?.name != null
  } finally {
    await database.destroy()
  }
}

function open(url: string, limits: PoolConfig): Kysely<Schema> {
  const config: PoolConfig = {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'callback-clinic',
    keepAlive: true,
    ...limits,
    connectionString: url,
    // Awaited by the pool, and part of connecting.
    onConnect: (client) => client.query('set synchronous_commit = on'),
  }
  return new Kysely({ dialect: new PostgresDialect({ pool: new BoundedPool(config, MAX_PROCESSES) }) })
}
