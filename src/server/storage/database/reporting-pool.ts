import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import type { StoreFaults } from './store-faults.ts'

/** A pool whose connections report faults, and are not used again while an answer is missing. */
export class ReportingPool implements PostgresPool {
  readonly #pool: Pool
  readonly #faults: StoreFaults

  constructor(config: PoolConfig, faults: StoreFaults) {
    this.#pool = new Pool(config)
    this.#faults = faults
    // A broken connection throws where it is used. Without a listener these events would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
    // After a time-out the answer may still come: such a connection must not be reused.
    this.#pool.on('release', (_error, client) => {
      if ('readyForQuery' in client && !client.readyForQuery) client.end()
    })
  }

  get options(): object {
    return this.#pool.options
  }

  async connect(): Promise<PostgresPoolClient> {
    try {
      return reporting(await this.#pool.connect(), this.#faults)
    } catch (error) {
      throw this.#faults.noted(error)
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

/** After a time-out the connection accepts no query: a rollback would wait as long again for the same answer. */
function reporting(client: PoolClient, faults: StoreFaults): PostgresPoolClient {
  let timeout: unknown
  const query = async (sql: string, parameters: unknown[]) => {
    if (timeout !== undefined) throw timeout
    try {
      return await client.query(sql, parameters)
    } catch (error) {
      const fault = faults.noted(error)
      if (error instanceof Error && error.message === 'Query read timeout') timeout = fault
      throw fault
    }
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
