import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'

/** How long is waited before PostgreSQL is asked again what it still holds. */
const PAUSE_MS = 1_000

/**
 * A process of PostgreSQL that is idle lost its client without noticing, as by a broken network: it is ended. One that
 * is at work may be committing, so it is left alone: its client was told that the request may be stored.
 */
const STILL_THERE = `
  select pid, case when state like 'idle%' then pg_terminate_backend(pid) end
  from pg_stat_activity where pid = any($1::int[]) and usename = current_user`

/**
 * A pool that never has more than so many processes in PostgreSQL. Closing a connection does not end a process that
 * waits for a synchronous standby, so a connection that was given up while it waited for an answer is counted until
 * PostgreSQL says that its process is gone.
 */
export class BoundedPool implements PostgresPool {
  readonly #pool: Pool
  readonly #config: PoolConfig
  readonly #max: number
  /** The processes whose connections were given up. */
  readonly #abandoned = new Set<number>()
  #isLooking = false
  #isEnding = false

  /** @param maxProcesses two or more: one is for asking what became of the others */
  constructor(config: PoolConfig, maxProcesses: number) {
    this.#config = config
    this.#max = maxProcesses - 1
    this.#pool = new Pool({ ...config, max: this.#max })
    // A broken connection tells whoever uses it next, or is using it. Unheard, these events would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
    // After a time-out the answer is still to come, perhaps never: such a connection is not handed to anybody else.
    this.#pool.on('release', (_error, client) => {
      if (!('readyForQuery' in client) || client.readyForQuery) return
      client.end()
      if ('processID' in client) this.#abandon(Number(client.processID))
    })
  }

  get options(): object {
    return this.#pool.options
  }

  /** @throws at once when every connection was given up and its process is still there, and whatever pg throws */
  async connect(): Promise<PostgresPoolClient> {
    if (this.#abandoned.size >= this.#max) {
      throw Object.assign(new Error('PostgreSQL answers on no connection'), { code: 'EBUSY' })
    }
    return givenUpAfterTimeout(await this.#pool.connect())
  }

  end(): Promise<void> {
    this.#isEnding = true
    return this.#pool.end()
  }

  #abandon(pid: number): void {
    this.#abandoned.add(pid)
    this.#limit()
    if (!this.#isLooking) this.#lookUntilAllAreGone()
  }

  #limit(): void {
    this.#pool.options.max = this.#max - this.#abandoned.size
  }

  async #lookUntilAllAreGone(): Promise<void> {
    this.#isLooking = true
    while (this.#abandoned.size > 0 && !this.#isEnding) {
      const asked = [...this.#abandoned]
      // While PostgreSQL itself is away nothing is known, and no connection would be of use.
      const stillThere = await this.#stillThere(asked).catch(() => asked)
      for (const pid of asked) if (!stillThere.includes(pid)) this.#abandoned.delete(pid)
      this.#limit()
      await delay(PAUSE_MS, undefined, { ref: false })
    }
    this.#isLooking = false
  }

  async #stillThere(pids: number[]): Promise<number[]> {
    const client = new Client(this.#config)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(STILL_THERE, [pids])
      return rows.map(({ pid }) => pid)
    } finally {
      // Not awaited: on a network that has fallen silent it never ends.
      client.end().catch(() => {})
    }
  }
}

/** After a time-out nothing more is asked on a connection: a rollback would wait as long again, behind the same answer. */
function givenUpAfterTimeout(client: PoolClient): PostgresPoolClient {
  let timeout: unknown
  const query = async (sql: string, parameters: unknown[]) => {
    if (timeout !== undefined) throw timeout
    try {
      return await client.query(sql, parameters)
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') timeout = error
      throw error
    }
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
