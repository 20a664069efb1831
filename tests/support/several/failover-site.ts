import { freePort } from '../free-port.ts'
import { PostgresPair } from './postgres-pair.ts'
import { startBehindHaproxy } from './two-instances.ts'

/**
 * Starts all that `deploy/` describes for several machines: a PostgreSQL primary with a synchronous standby, two
 * instances, and HAProxy in front of both pairs.
 *
 * @param between puts something between the instances and PostgreSQL: it gets an address, and gives another one
 */
export async function startFailoverSite(
  environment: Record<string, string>,
  between = async (databaseUrl: string) => databaseUrl,
) {
  const pair = new PostgresPair()
  const direct = await pair.create()
  const port = await freePort()
  const throughHaproxy = new URL(direct)
  throughHaproxy.port = String(port)
  const databaseUrl = throughHaproxy.href
  const [one, two] = pair.servers
  const running = await startBehindHaproxy(await between(databaseUrl), environment, {
    'bind 127.0.0.1:5432': `bind 127.0.0.1:${port}`,
    '10.0.0.21:5432': new URL(one.address('postgres')).host,
    '10.0.0.22:5432': new URL(two.address('postgres')).host,
  })
  return { ...running, pair, databaseUrl }
}
