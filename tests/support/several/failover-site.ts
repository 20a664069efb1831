import { freePort } from '../free-port.ts'
import { PostgresPair } from './postgres-pair.ts'
import { startBehindHaproxy } from './two-instances.ts'

/**
 * Starts all that `deploy/` describes for several machines: a PostgreSQL primary with a synchronous standby, two
 * instances, and HAProxy in front of both pairs.
 */
export async function startFailoverSite(environment: Record<string, string>) {
  const pair = new PostgresPair()
  const direct = await pair.create()
  const port = await freePort()
  const throughHaproxy = new URL(direct)
  throughHaproxy.port = String(port)
  const databaseUrl = throughHaproxy.href
  const [one, two] = pair.servers
  const running = await startBehindHaproxy(databaseUrl, environment, {
    'bind 127.0.0.1:5432': `bind 127.0.0.1:${port}`,
    '10.0.0.21:5432': new URL(one.address('postgres')).host,
    '10.0.0.22:5432': new URL(two.address('postgres')).host,
  })
  return { ...running, pair, databaseUrl }
}
