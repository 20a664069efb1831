import { freePort } from '../free-port.ts'
import { PostgresPair } from './postgres-pair.ts'
import { startBehindHaproxy } from './two-instances.ts'

/**
 * Starts all that `deploy/` describes for several machines: two instances behind HAProxy, and a PostgreSQL primary with a
 * standby behind HAProxy, which is one process here.
 */
export async function startFailoverSite(environment: Record<string, string> = {}) {
  const pair = new PostgresPair()
  const direct = await pair.create()
  const port = await freePort()
  const databaseUrl = new URL(direct)
  databaseUrl.port = String(port)
  const [one, two] = pair.servers
  const files = {
    'haproxy-postgres.cfg': {
      'bind 127.0.0.1:5432': `bind 127.0.0.1:${port}`,
      '10.0.0.21:5432': `127.0.0.1:${one.port}`,
      '10.0.0.22:5432': `127.0.0.1:${two.port}`,
    },
  }
  ...
}
