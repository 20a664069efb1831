import { expect, test } from 'vitest'
import { testOnPostgres } from '../support/database/each-database.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { startServer } from '../support/server-process.ts'
import { startWebhookReceiver, WEBHOOK_SECRET } from '../support/webhook-receiver.ts'

testOnPostgres(
  'It does not matter which of two instances is asked: the rate limit is shared, and each message is sent once',
  async (DATABASE_URL) => {
    const { url, calls } = await startWebhookReceiver()
    const limit = { RATE_LIMIT_LOOPBACK: 'true', RATE_LIMIT_MAX: '20' }
    const environment = { DATABASE_URL, LOG_LEVEL: 'silent', ...limit, WEBHOOK_URL: url.href, WEBHOOK_SECRET }
    const instances = await Promise.all([startServer(environment), startServer(environment)])
    const posts = Array.from({ length: 11 }, () => instances.map(({ address }) => postAppointment(address))).flat()
    const statuses = (await Promise.all(posts)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array(20).fill(201), 429, 429])
    const deliveries = () => calls.map(({ headers }) => headers['webhook-id'])
    await expect.poll(() => new Set(deliveries()).size).toBe(20)
    // What they were sending is sent when they have ended.
    for (const { stop } of instances) await stop()
    expect(deliveries()).toHaveLength(20)
  },
)

// As a rolling restart needs it.
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
