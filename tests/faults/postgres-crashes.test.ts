import { expect, onTestFinished } from 'vitest'
import { Callers } from '../support/callers.ts'
import { expectIntact } from '../support/database/expect-intact.ts'
import { hasPostgres } from '../support/database/postgres-binaries.ts'
import { PostgresServer } from '../support/database/postgres-server.ts'
import { startServer } from '../support/server-process.ts'
import { testRequiring } from '../support/test-requirements.ts'

testRequiring(
  { PostgreSQL: hasPostgres() },
  'While PostgreSQL is down, instances answer 503; when it is back, they continue, and nothing is lost or stored twice',
  {},
  async () => {
    const postgres = new PostgresServer()
    onTestFinished(() => postgres.remove())
    await postgres.create()
    const DATABASE_URL = await postgres.createDatabase()
    const start = () => startServer({ DATABASE_URL, LOG_LEVEL: 'silent' })
    const instances = await Promise.all([start(), start()])
    const addresses = instances.map(({ address }) => address)
    const statuses = (path: string) =>
      Promise.all(addresses.map(async (address) => (await fetch(new URL(path, address))).status))

    const callers = new Callers(16, addresses)
    await callers.acknowledge(50)
    await postgres.crash()
    await callers.answered(503)
    await expect.poll(() => statuses('/readyz')).toEqual([503, 503])
    expect(await statuses('/healthz')).toEqual([200, 200])
    const refused = await fetch(new URL('/readyz', addresses[0]))
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)

    await postgres.start()
    await callers.acknowledge(50)
    await callers.finish()
    await expect.poll(() => statuses('/readyz')).toEqual([200, 200])
    expect([...callers.statuses].sort()).toEqual([201, 503])
    await expectIntact(DATABASE_URL, callers)
  },
)
