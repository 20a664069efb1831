import { expect } from 'vitest'
import { hasPostgres } from '../support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../support/database/postgres-database.ts'
import { openStream } from '../support/open-stream.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { browserAt, signInNew, startTwoInstances } from '../support/several/two-instances.ts'
import { testRequiring } from '../support/test-requirements.ts'
import { startWebhookReceiver, WEBHOOK_SECRET } from '../support/webhook-receiver.ts'

/** A page of any instance hears of a change within this. Source: desk, section 9. */
const WITHIN = { timeout: 2_000, interval: 10 }

/** A callback in the worklist. */
interface Row {
  id: string
}

testRequiring(
  { PostgreSQL: hasPostgres() },
  'It does not matter which of two instances answers: sessions, the rate limit and events are shared, and each message is sent once',
  async () => {
    const databaseUrl = await newPostgresDatabase()
    const { url, calls } = await startWebhookReceiver()
    const [one, two] = await startTwoInstances(databaseUrl, {
      RATE_LIMIT_LOOPBACK: 'true',
      RATE_LIMIT_MAX: '20',
      WEBHOOK_URL: url.href,
      WEBHOOK_SECRET,
    })
    const either = (call: number) => (call % 2 === 0 ? one : two)

    const posts = Array.from({ length: 19 }, (_, call) =>
      postAppointment(either(call).site, { fullname: `Invented ${call}` }),
    )
    expect(new Set((await Promise.all(posts)).map(({ status }) => status))).toEqual(new Set([201]))

    let desk = one.desk
    const browser = browserAt(() => desk)
    await signInNew(browser, databaseUrl)
    desk = two.desk
    expect((await browser.get('/api/me')).statusCode).toBe(200)
    const stream = await openStream(two.desk.href, browser)
    const heard = () => stream.text().split('event: changed').length
    const heardOfPosts = heard()
    expect((await postAppointment(one.site)).status).toBe(201)
    await expect.poll(heard, WITHIN).toBeGreaterThan(heardOfPosts)
    for (const call of [0, 1]) expect((await postAppointment(either(call).site)).status).toBe(429)
    const rows = async () => {
      const { buckets } = (await browser.get('/api/worklist')).json() as { buckets: Record<string, { rows: Row[] }> }
      return Object.values(buckets).flatMap(({ rows }) => rows)
    }
    await expect.poll(rows).toMatchObject([{ asked: 20 }])
    const [{ id } = { id: '' }] = await rows()
    // Deliveries are told, too.
    await expect.poll(() => calls.length).toBeGreaterThanOrEqual(20)
    await expect.poll(async () => (await browser.get('/api/deliveries')).json().waiting).toBe(0)
    const before = heard()
    desk = one.desk
    expect((await browser.post(`/api/callbacks/${id}/claim`, { early: true })).statusCode).toBe(200)
    await expect.poll(heard, WITHIN).toBeGreaterThan(before)
    desk = two.desk
    expect(await rows()).toMatchObject([{ id, claim: { mine: true } }])

    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
    expect(calls).toHaveLength(20)
  },
)
