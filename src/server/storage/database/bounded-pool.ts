import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import type { WriteEvidence } from './write-evidence.ts'

/** How often PostgreSQL is asked which abandoned processes it still has. */
const POLL_MS = 1_000

/** The commands that write rows, as PostgreSQL names them in its answers. */
const WRITES = ['INSERT', 'UPDATE', 'DELETE']

/**
 * Ends idle processes: they lost their client without noticing, as after a network failure. Active ones may be
 * committing and are left to finish, since their client was told that the request may be stored.
 */
const REMAINING = `
  select pid, case when state like 'idle%' then pg_terminate_backend(pid) end
  from pg_stat_activity where pid = any($1::int[]) and usename = current_user`

/**
 * A pool that limits its processes in PostgreSQL. Closing a connection does not end a process that waits for a
 * synchronous standby, so a connection that was abandoned while it waited for an answer counts until PostgreSQL says
 * that its process has ended.
 */
export class BoundedPool implements PostgresPool {
  readonly #pool: Pool
  readonly #config: PoolConfig
  readonly #max: number
  readonly #evidence: WriteEvidence
  /** The processes of abandoned connections. */
  readonly #abandoned = new Set<number>()
  #isPolling = false
  #isEnding = false

  /** @param maxProcesses two or more: one is for polling about the others */
  constructor(config: PoolConfig, maxProcesses: number, evidence: WriteEvidence) {
    this.#config = config
    this.#evidence = evidence
    this.#max = maxProcesses - 1
    this.#pool = new Pool({ ...config, max: this.#max })
    // A broken connection throws where it is used. Without a listener these events would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
    // After a time-out the answer may still come: such a connection must not be reused.
    this.#pool.on('release', (_error, client) => {
      if (!('readyForQuery' in client) || client.readyForQuery) return
      client.end()
      if ('processID' in client) this.#abandon(Number(client.processID))
    })
  }

  get options(): object {
    return this.#pool.options
  }

  /** @throws at once when all connections are abandoned and their processes still exist, and whatever pg throws */
  async connect(): Promise<PostgresPoolClient> {
    try {
      if (this.#abandoned.size >= this.#max) {
        throw Object.assign(new Error('No connection to PostgreSQL answers'), { code: 'EBUSY' })
      }
      return watched(await this.#pool.connect(), this.#evidence)
    } catch (error) {
      throw this.#evidence.failed(error)
    }
  }

  end(): Promise<void> {
    this.#isEnding = true
    return this.#pool.end()
  }

  #abandon(pid: number): void {
    this.#abandoned.add(pid)
    this.#limit()
    if (!this.#isPolling) this.#pollUntilAllHaveEnded()
  }

  #limit(): void {
    this.#pool.options.max = this.#max - this.#abandoned.size
  }

  async #pollUntilAllHaveEnded(): Promise<void> {
    this.#isPolling = true
    while (this.#abandoned.size > 0 && !this.#isEnding) {
      const asked = [...this.#abandoned]
      // While PostgreSQL itself is unreachable nothing is known, and no connection would be of use.
      const remaining = await this.#remaining(asked).catch(() => asked)
      for (const pid of asked) if (!remaining.includes(pid)) this.#abandoned.delete(pid)
      this.#limit()
      await delay(POLL_MS, undefined, { ref: false })
    }
    this.#isPolling = false
  }

  async #remaining(pids: number[]): Promise<number[]> {
    const client = new Client(this.#config)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(REMAINING, [pids])
      return rows.map(({ pid }) => pid)
    } finally {
      // Not awaited: on a broken network it never ends.
      client.end().catch(() => {})
    }
  }
}

/**
 * Reports writes that are on disk, and faults. After a time-out a connection accepts no query: a rollback would wait as
 * long again for the same answer.
 */
function watched(client: PoolClient, evidence: WriteEvidence): PostgresPoolClient {
  let timeout: unknown
  let isInTransaction = false
  let hasWritten = false
  const query = async (sql: string, parameters: unknown[]) => {
    if (timeout !== undefined) throw timeout
    try {
      const result = await client.query(sql, parameters)
      const { command, rowCount } = result
      if (command === 'BEGIN' || command === 'START') isInTransaction = true
      if (WRITES.includes(command) && rowCount) hasWritten = true
      if (hasWritten && (command === 'COMMIT' || !isInTransaction)) evidence.proved()
      return result
    } catch (error) {
      const fault = evidence.failed(error)
      if (error instanceof Error && error.message === 'Query read timeout') timeout = fault
      throw fault
    }
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
