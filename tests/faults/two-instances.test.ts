import { expect } from 'vitest'
import { hasPostgres } from '../support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../support/database/postgres-database.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { startServer } from '../support/server-process.ts'
import { testRequiring } from '../support/test-requirements.ts'
import { startWebhookReceiver, WEBHOOK_SECRET } from '../support/webhook-receiver.ts'

testRequiring(
  { PostgreSQL: hasPostgres() },
  'It does not matter which of two instances is asked: the rate limit is shared, and each message is sent once',
  async () => {
    const DATABASE_URL = await newPostgresDatabase()
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
