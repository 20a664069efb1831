import { Client } from 'pg'
import { expect, test } from 'vitest'
import { hasPostgres } from '../support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../support/database/postgres-database.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { startServer } from '../support/server-process.ts'
import { silenceable } from '../support/silenceable.ts'
import { testRequiring } from '../support/test-requirements.ts'

/** The statements that wait for another connection's lock. */
const WAITING = `select from pg_locks where not granted and relation = 'callback_requests'::regclass
  and database = (select oid from pg_database where datname = current_database())`

test('With a delay, SIGTERM first makes /readyz fail on both listeners, while all else is answered on new connections', async () => {
  const { child, exited, address, desk } = await startServer({ DESK_PORT: '0', STOP_DELAY_SECONDS: '1' })
  const statusOf = async (path: string, listener: URL | string) =>
    (await fetch(new URL(path, listener), { headers: { connection: 'close' } })).status
  expect(await statusOf('/readyz', address)).toBe(200)
  const before = performance.now()
  child.kill('SIGTERM')
  await expect.poll(() => statusOf('/readyz', address), { interval: 10 }).toBe(503)
  expect(await statusOf('/readyz', desk)).toBe(503)
  for (const listener of [address, desk]) expect(await statusOf('/healthz', listener)).toBe(200)
  expect((await postAppointment(address, {}, { connection: 'close' })).status).toBe(201)
  expect(await exited).toBe(0)
  expect(performance.now() - before).toBeGreaterThan(1_000)
})

testRequiring(
  { PostgreSQL: hasPostgres() },
  'SIGTERM takes less than 5 s when PostgreSQL stops answering',
  {},
  async () => {
    const url = await newPostgresDatabase()
    const { address: DATABASE_URL, silence } = await silenceable(url)
    const { stop, address } = await startServer({ DATABASE_URL, DESK_PORT: '0', LOG_LEVEL: 'silent' })
    const other = new Client(url)
    await other.connect()
    await other.query('begin; lock table callback_requests')
    const unanswered: Promise<number | undefined>[] = []
    const isWaiting = async () => {
      unanswered.push(
        postAppointment(address).then(
          ({ status }) => status,
          () => undefined,
        ),
      )
      return (await other.query(WAITING)).rowCount
    }
    await expect.poll(isWaiting).toBeGreaterThan(0)
    silence()

    const before = performance.now()
    await stop()
    expect(performance.now() - before).toBeLessThan(5_000)
    expect(await Promise.all(unanswered)).not.toContain(201)
    await other.end()
  },
)
