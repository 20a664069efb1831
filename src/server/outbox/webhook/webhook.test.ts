import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { openWebhookStore } from '../../../../tests/support/notifying-store.ts'
import { APPOINTMENT } from '../../../../tests/support/samples.ts'
import { startWebhookReceiver, WEBHOOK_SECRET } from '../../../../tests/support/webhook-receiver.ts'
import { retryAfterSeconds } from './webhook.ts'

test('A request is posted as JSON of its fields, signed according to the Standard Webhooks specification', async () => {
  const { calls, receive, until, clock } = await openWebhookStore()
  clock.now = new Date()
  const reference = await receive()
  await until({ status: 'delivered', lease: null })

  const [call] = calls
  const verified = new Webhook(WEBHOOK_SECRET).verify(call?.body ?? '', call?.headers as Record<string, string>)
  expect(verified).toEqual({ ...APPOINTMENT, reference })
  expect(call?.headers).toMatchObject({ 'content-type': 'application/json' })
  expect(calls).toHaveLength(1)
})

test('A call that fails is repeated with the same id and body and a new timestamp', async () => {
  const store = await openWebhookStore([{ status: 500 }, { status: 503 }])
  await store.receive()
  await store.until({ failed_attempts: 1, lease: null })
  store.pass(1.3)
  await store.until({ failed_attempts: 2, lease: null })
  store.pass(2.5)
  await store.until({ status: 'delivered' })

  const ids = store.calls.map(({ headers }) => headers['webhook-id'])
  const timestamps = store.calls.map(({ headers }) => Number(headers['webhook-timestamp']) * 1_000)
  expect(ids).toEqual(Array(3).fill((await store.messages())[0]?.id))
  expect(new Set(store.calls.map(({ body }) => body)).size).toBe(1)
  expect(timestamps.map((time) => new Date(time).toISOString())).toEqual([
    '2026-11-20T09:30:00.000Z',
    '2026-11-20T09:30:01.000Z',
    '2026-11-20T09:30:03.000Z',
  ])
})

test('Only an answer of 200 to 299 is a delivery, and a redirect is not followed', async () => {
  const elsewhere = await startWebhookReceiver()
  for (const status of [301, 307, 400, 404, 500]) {
    const store = await openWebhookStore([{ status, headers: { location: elsewhere.url.href } }])
    await store.receive()
    await store.until({ failed_attempts: 1, lease: null })
    expect(elsewhere.calls, String(status)).toEqual([])
    expect(store.logLines.join(''), String(status)).toContain(`HTTP ${status}`)
  }
  for (const status of [200, 299]) {
    const { receive, until } = await openWebhookStore([{ status }])
    await receive()
    await until({ status: 'delivered', failed_attempts: 0 })
  }
})

test('A receiver says in Retry-After how long a message waits, at most six hours', async () => {
  const store = await openWebhookStore([{ status: 429, headers: { 'retry-after': '120' } }])
  await store.receive()
  const due_at = new Date(store.clock.now.getTime() + 120_000).toISOString()
  await store.until({ failed_attempts: 1, lease: null, due_at })
  const now = new Date('2026-11-20T09:30:00.000Z')
  for (const [header, seconds] of [
    ['120', 120],
    ['Fri, 20 Nov 2026 09:31:00 GMT', 60],
    [null, undefined],
    ['soon', undefined],
  ] as const) {
    expect(retryAfterSeconds(header, now), String(header)).toBe(seconds)
  }
})
