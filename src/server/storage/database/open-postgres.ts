import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { migrateToLatest } from './migrate.ts'
import type { Schema } from './schema.ts'
import { translated } from './store-unavailable.ts'

/** How long to wait for PostgreSQL. A test passes shorter times. */
export interface PostgresTimeouts {
  /** For a connection, new or from the pool. */
  connectMs: number
  /** After this PostgreSQL cancels a statement, also one that waits for a lock. Our statements take milliseconds. */
  statementMs: number
  /** Longer than `statementMs`: reached only when no answer comes at all, as from a machine that lost power. */
  queryMs: number
}

/** All of them together are well below 15 s, after which the page gives up: the visitor gets an answer before. */
const TIMEOUTS: PostgresTimeouts = { connectMs: 3_000, statementMs: 3_000, queryMs: 4_000 }

/** A request holds a connection for a few milliseconds. PostgreSQL allows 100 by default: room for several instances. */
const MAX_CONNECTIONS = 10

/** An instance that stops responding during a transaction must not block the others for ever. */
const IDLE_TRANSACTION_TIMEOUT_MS = 10_000

/**
 * Opens a PostgreSQL database and migrates it. Connections that break are replaced when they are needed, so the store
 * works again as soon as the database does. Whatever is committed has reached the database's disk, unless its
 * administrator has disabled `fsync`.
 *
 * @throws a pg or network error when the database cannot be used, an error of one line when it does not use UTF8
 */
export async function openPostgres(url: string, timeouts = TIMEOUTS): Promise<Kysely<Schema>> {
  // A migration takes as long as it needs, and so does waiting for another instance's: no time-outs for statements.
  const migrating = open(url, { connectionTimeoutMillis: timeouts.connectMs })
  try {
    await assertEncoding(migrating)
    await migrateToLatest(migrating)
  } finally {
    await migrating.destroy()
  }
  return openLimited(url, timeouts)
}

/** A database in another encoding refuses some names. */
async function assertEncoding(database: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(database)
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8') throw new Error(`the database must use UTF8, not ${encoding}`)
}

/** Whether a PostgreSQL database has a store. Creates nothing there. */
export async function hasPostgresStore(url: string): Promise<boolean> {
  const database = openLimited(url, TIMEOUTS)
  try {
    const table = await sql<{ name: string | null }>`select to_regclass('callback_requests') as name`.execute(database)
    return table.rows[0]?.name != null
  } finally {
    await database.destroy()
  }
}

/** PostgreSQL's own limits are set once a connection is open: PgBouncer refuses them while it opens one. */
function openLimited(url: string, { connectMs, statementMs, queryMs }: PostgresTimeouts): Kysely<Schema> {
  const limits = [
    `set statement_timeout = ${statementMs}`,
    `set idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_TIMEOUT_MS}`,
  ]
  return open(url, { connectionTimeoutMillis: connectMs, query_timeout: queryMs }, limits)
}

function open(url: string, timeouts: PoolConfig, limits: readonly string[] = []): Kysely<Schema> {
  const config: PoolConfig = {
    application_name: 'callback-clinic',
    keepAlive: true,
    max: MAX_CONNECTIONS,
    ...timeouts,
    connectionString: url,
    // Awaited by the pool, and part of connecting.
    onConnect: (client) => client.query(['set synchronous_commit = on', ...limits].join(';')),
  }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openPool(config) }) })
}

/** A pool whose connections translate faults, and are not used again while an answer is missing. */
function openPool(config: PoolConfig): PostgresPool {
  const pool = new Pool(config)
  // A broken connection throws where it is used. Without a listener these events would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // After a time-out the answer may still come: such a connection must not be reused.
  pool.on('release', (_error, client) => {
    if ('readyForQuery' in client && !client.readyForQuery) client.end()
  })
  return {
    options: pool.options,
    async connect() {
      try {
        return translating(await pool.connect())
      } catch (error) {
        throw translated(error)
      }
    },
    end: () => pool.end(),
  }
}

/** After a time-out the connection accepts no query: a rollback would wait as long again for the same answer. */
function translating(client: PoolClient): PostgresPoolClient {
  let timeout: unknown
  const query = async (sql: string, parameters: unknown[]) => {
    if (timeout !== undefined) throw timeout
    try {
      return await client.query(sql, parameters)
    } catch (error) {
      const fault = translated(error)
      if (error instanceof Error && error.message === 'Query read timeout') timeout = fault
      throw fault
    }
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
