import { randomInt } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { Callers } from '../support/callers.ts'
import { testOnPostgres } from '../support/database/each-database.ts'
import { expectIntact } from '../support/database/expect-intact.ts'
import { PostgresServer } from '../support/database/postgres-server.ts'
import { freePort } from '../support/free-port.ts'
import { UNHEARD_WEBHOOK } from '../support/samples.ts'
import { startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** Few in `npm test`, as each starts a server. */
const rounds = inject('soakFactor') > 1 ? 100 : 2

const SECONDS_PER_ROUND = 40

test(`A server that is killed ${rounds} times under load loses no acknowledged request and stores none twice`, {
  timeout: rounds * SECONDS_PER_ROUND * 1_000,
}, async () => {
  const DATA_DIR = await temporaryDirectory()
  const PORT = String(await freePort())
  const start = () => startServer({ DATA_DIR, PORT, LOG_LEVEL: 'silent', ...UNHEARD_WEBHOOK })
  let server = await start()
  const callers = new Callers(16, [server.address])
  for (let round = 0; round < rounds; round++) {
    await callers.acknowledge(randomInt(1, 100))
    server.child.kill('SIGKILL')
    await server.exited
    server = await start()
  }
  await callers.acknowledge(16)
  await callers.finish()
  expect(callers.acknowledged.size).toBeGreaterThan(rounds)
  expect([...callers.statuses]).toEqual([201])
  await expectIntact(DATA_DIR, callers, 1)
})

testOnPostgres(
  'While PostgreSQL is down, instances answer 503; when it is back, they continue, and nothing is lost or stored twice',
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
