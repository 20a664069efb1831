import { onTestFinished } from 'vitest'
import { replicatingPostgres } from '../database/postgres-binaries.ts'
import { PostgresServer } from '../database/postgres-server.ts'

/** What is lost with the machine is of no interest here, so nothing waits for the disk. */
const SETTINGS = ['fsync=off', 'wal_keep_size=256MB', 'wal_retrieve_retry_interval=500ms']

/** A PostgreSQL primary, and a standby for which each of its commits waits. Both are gone when the test has finished. */
export class PostgresPair {
  readonly servers = [
    new PostgresServer(SETTINGS, { binaries: replicatingPostgres() }),
    new PostgresServer(SETTINGS, { binaries: replicatingPostgres() }),
  ] as const
  #primary = 0

  /** Makes both servers, and an empty database. @returns its address on the primary */
  async create(): Promise<string> {
    for (const server of this.servers) onTestFinished(() => server.remove())
    const [primary] = this.servers
    await primary.create()
    // As deploy/haproxy-postgres.cfg asks for.
    await primary.administer('create role haproxy_check login')
    await primary.allow('host postgres haproxy_check 127.0.0.1/32 trust')
    const url = await primary.createDatabase()
    await this.addStandby()
    return url
  }

  get primary(): PostgresServer {
    return this.servers[this.#primary === 0 ? 0 : 1]
  }

  get standby(): PostgresServer {
    return this.servers[this.#primary === 0 ? 1 : 0]
  }

  /** Makes the server that is not the primary a new copy of it, and each later commit wait for that. */
  async addStandby(): Promise<void> {
    await this.standby.follow(this.primary, 'standby')
    await this.primary.administer(`alter system set synchronous_standby_names = 'standby'`, 'select pg_reload_conf()')
  }

  /** Makes the standby the primary. It waits for no standby of its own: nobody follows it yet. */
  async promote(): Promise<void> {
    await this.standby.administer('select pg_promote()')
    this.#primary = 1 - this.#primary
  }
}
