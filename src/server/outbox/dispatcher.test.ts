import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openNotifyingStore, openWebhookStore } from '../../../tests/support/notifying-store.ts'
import { receiverIn } from '../../../tests/support/receive.ts'
import { SUBMISSION } from '../../../tests/support/samples.ts'
import { claim } from '../storage/outbox.ts'
import { Dispatcher } from './dispatcher.ts'
import { Reachability } from './reachability.ts'
import { OF_DEPARTMENT } from './settlement.ts'

const HOUR = 3_600

test('A new request is notified at once, and again when its retry is due, without waiting for a sweep', async () => {
  const store = await openWebhookStore([{ status: 500 }], { timing: { sweepMs: 3_600_000 } })
  const began = performance.now()
  const start = SUBMISSION.receivedAt.getTime()
  vi.spyOn(store.clock, 'now', 'get').mockImplementation(() => new Date(performance.now() - began + start))
  await store.receive()
  await store.until({ status: 'delivered', failed_attempts: 1 })
  expect(performance.now() - began).toBeGreaterThan(750)
})

test('At most four messages are delivered at once', async () => {
  const { calls, receive, notifications, messages } = await openWebhookStore(Array(20).fill('never'))
  for (let count = 0; count < 6; count++) await receive()
  await expect.poll(() => calls).toHaveLength(4)
  notifications.wake()
  await delay(100)
  expect((await messages()).filter(({ lease }) => lease !== null)).toHaveLength(4)
  expect(calls).toHaveLength(4)
})

test('An answer that does not come delays no other message', async () => {
  const { calls, receive, until, clock } = await openWebhookStore(['never'])
  await receive()
  await expect.poll(() => calls).toHaveLength(1)
  for (let count = 0; count < 5; count++) {
    clock.pass({ seconds: 1 })
    await receive({}, { receivedAt: clock.now })
  }
  await until({ status: 'waiting' }, ...Array(5).fill({ status: 'delivered' }))
})

test('After three days of attempts a message is abandoned, and the log has an error', async () => {
  const store = await openWebhookStore(Array(100).fill({ status: 500 }))
  const reference = await store.receive()
  for (let failed = 1; (await store.messages())[0]?.status === 'waiting'; failed++) {
    await store.until({ failed_attempts: failed, lease: null })
    store.pass(6 * HOUR)
  }
  await store.until({ status: 'abandoned', lease: null })
  const errors = store.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
  expect(errors).toEqual([expect.objectContaining({ reference, msg: expect.stringMatching(/^message abandoned/) })])
})

test('What failed while the clock was a month ahead is sent when the clock is right again', async () => {
  const { receive, until, pass, clock, calls } = await openWebhookStore(Array(2).fill({ status: 500 }))
  pass(30 * 24 * HOUR)
  await receive({}, { receivedAt: clock.now })
  await until({ failed_attempts: 1, lease: null })
  pass(-30 * 24 * HOUR)
  // Twice at once: the first of these tries still fails, for about 2 s.
  await until({ failed_attempts: 2, lease: null })
  pass(3)
  await until({ status: 'delivered' })
  expect(calls).toHaveLength(3)
})

test('A delivery that takes longer than its time-out is aborted; that and a fault are failed attempts', async () => {
  const store = await openNotifyingStore({})
  await receiverIn(store.database, { channels: ['webhook'] })()
  let attempts = 0
  const dispatcher = new Dispatcher({
    database: store.database,
    delivery: {
      channel: 'webhook',
      timeoutMs: 50,
      retryBudget: OF_DEPARTMENT,
      deliver: async (_, signal) => {
        if (++attempts === 1) throw new TypeError('invented')
        await once(signal, 'abort')
        return { kind: 'failed', reason: 'no answer in time' }
      },
    },
    reachability: new Reachability(async () => {}),
    now: () => store.clock.now,
    logger: pino({ enabled: false }),
  })
  dispatcher.wake()
  await store.until({ status: 'waiting', failed_attempts: 1, lease: null })
  store.pass(2)
  dispatcher.wake()
  await store.until({ status: 'waiting', failed_attempts: 2, lease: null })
  await dispatcher.stop()
})

test('What an instance was delivering when it was killed is delivered after its lease, under the same id', async () => {
  const { location, database, clock } = await openNotifyingStore({})
  await receiverIn(database, { channels: ['webhook'] })()
  const [claimed] = await claim(database, 'webhook', { now: clock.now, expiredLeases: [], limit: 1 })
  const leaseMs = 300
  const next = await openWebhookStore([], { location, timing: { leaseMs } })
  const began = performance.now()
  next.notifications.wake()
  await next.until({ status: 'delivered', lease: null })
  expect(next.calls.map(({ headers }) => headers['webhook-id'])).toEqual([claimed?.id])
  expect(performance.now() - began).toBeGreaterThan(leaseMs)
})

test('A result that could not be stored is stored later, and the message is not sent again', async () => {
  const store = await openWebhookStore(['never'])
  const { calls, answerLate } = store
  await store.receive()
  await expect.poll(() => calls).toHaveLength(1)
  await sql`pragma query_only = on`.execute(store.database)
  answerLate()
  await expect.poll(() => store.logLines.join('')).toContain('the result of a delivery cannot be stored')
  await sql`pragma query_only = off`.execute(store.database)
  await store.until({ status: 'delivered' })
  expect(calls).toHaveLength(1)
})
