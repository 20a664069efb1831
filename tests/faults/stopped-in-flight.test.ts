import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { CallbackRequests } from '../../src/server/storage/requests/callback-requests.ts'
import { hasPostgres } from '../support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../support/database/postgres-database.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { APPOINTMENT_PAYLOAD } from '../support/samples.ts'
import { startServer } from '../support/server-process.ts'
import { silenceable } from '../support/silenceable.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

/** The statements that wait for another connection's lock. */
const WAITING = `select from pg_locks where not granted and relation = 'callback_requests'::regclass
  and database = (select oid from pg_database where datname = current_database())`

const CALLS = 50
const BODY = JSON.stringify(APPOINTMENT_PAYLOAD)
const HALF = BODY.length / 2

/** Starts a call on its own connection, and sends only half of its body. */
async function begin(address: URL, agent: Agent): Promise<ClientRequest> {
  const call = request(new URL('/api/appointment', address), {
    agent,
    method: 'POST',
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(BODY),
    },
  })
  await new Promise((resolve) => call.write(BODY.slice(0, HALF), resolve))
  return call
}

async function isListening(address: URL): Promise<boolean> {
  const answer = fetch(new URL('/healthz', address), { headers: { connection: 'close' } })
  return answer.then(({ ok }) => ok).catch(() => false)
}

async function stopInFlight(environment: { DATA_DIR?: string; DATABASE_URL?: string }): Promise<void> {
  const { child, exited, address } = await startServer({ ...environment, LOG_LEVEL: 'silent' })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const calls = await Promise.all(Array.from({ length: CALLS }, () => begin(address, agent)))
  // The server has accepted all of them when it answers a later one.
  await fetch(new URL('/healthz', address), { headers: { connection: 'close' } })

  const before = performance.now()
  child.kill('SIGTERM')
  await expect.poll(() => isListening(address), { interval: 10 }).toBe(false)
  const answers = calls.map(async (call) => {
    const answered = once(call, 'response')
    call.end(BODY.slice(HALF))
    const [response]: IncomingMessage[] = await answered
    return response?.resume().statusCode
  })
  expect(await Promise.all(answers)).toEqual(Array.from({ length: CALLS }, () => 201))
  expect(await exited).toBe(0)
  expect(performance.now() - before).toBeLessThan(5_000)

  const database = await openDatabase(environment.DATABASE_URL ?? environment.DATA_DIR ?? '')
  expect(await Array.fromAsync(new CallbackRequests(database).all())).toHaveLength(CALLS)
  await database.destroy()
}

test(`SIGTERM lets ${CALLS} requests in flight be stored and answered, and exits within 5 s`, async () => {
  await stopInFlight({ DATA_DIR: await temporaryDirectory() })
})

test('With a delay, SIGTERM first makes /readyz fail on both listeners, while all else is answered on new connections', async () => {
  const { child, exited, address, lines } = await startServer({ DESK_PORT: '0', STOP_DELAY_SECONDS: '1' })
  const desk = lines.find((line) => line.startsWith('Callback desk: '))?.slice('Callback desk: '.length) ?? ''
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

testRequiring({ PostgreSQL: hasPostgres() }, 'SIGTERM does the same on PostgreSQL', {}, async () => {
  await stopInFlight({ DATABASE_URL: await newPostgresDatabase() })
})

testRequiring(
  { PostgreSQL: hasPostgres() },
  'SIGTERM takes less than 5 s when PostgreSQL stops answering',
  {},
  async () => {
    const url = await newPostgresDatabase()
    const { address: DATABASE_URL, silence } = await silenceable(url)
    const { child, exited, address } = await startServer({ DATABASE_URL, LOG_LEVEL: 'silent' })
    const other = new Client(url)
    await other.connect()
    await other.query('begin; lock table callback_requests')
    const unanswered = postAppointment(address).catch(() => undefined)
    await expect.poll(async () => (await other.query(WAITING)).rowCount).toBe(1)
    silence()

    const before = performance.now()
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(performance.now() - before).toBeLessThan(5_000)
    expect((await unanswered)?.status).not.toBe(201)
    await other.end()
  },
)
