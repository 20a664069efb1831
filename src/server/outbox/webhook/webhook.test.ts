import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../../tests/support/free-port.ts'
import { openNotifyingStore } from '../../../../tests/support/notifying-store.ts'
import { APPOINTMENT } from '../../../../tests/support/samples.ts'
import { startWebhookReceiver, WEBHOOK_SECRET, type WebhookAnswer } from '../../../../tests/support/webhook-receiver.ts'
import { webhookDelivery } from './webhook.ts'

const settings = (url: URL | string) => ({ WEBHOOK_URL: String(url), WEBHOOK_SECRET })

const deliveryTo = (url: URL) => webhookDelivery({ url, secret: new Uint8Array(24), now: () => new Date() })

const MESSAGE = {
  id: 'msg_1',
  lease: 'lease',
  request: APPOINTMENT,
  language: null,
  failedAttempts: 0,
  waitedSeconds: 0,
}

async function receiving(...answers: WebhookAnswer[]) {
  const receiver = await startWebhookReceiver(answers)
  return { ...receiver, ...(await openNotifyingStore(settings(receiver.url))) }
}

/** Waits until the message has failed so often and is not being delivered. */
async function failedTimes(
  { messages }: Pick<Awaited<ReturnType<typeof openNotifyingStore>>, 'messages'>,
  count: number,
) {
  return vi.waitFor(async () => {
    const [message] = await messages()
    expect(message).toMatchObject({ failed_attempts: count, lease: null })
    return message
  }, 10_000)
}

test('A request is posted as JSON of its fields, signed according to the Standard Webhooks specification', async () => {
  const { calls, receive, messages, clock } = await receiving()
  clock.now = new Date()
  const reference = await receive()
  await expect.poll(() => messages()).toMatchObject([{ status: 'delivered', lease: null }])

  const [call] = calls
  const verified = new Webhook(WEBHOOK_SECRET).verify(call?.body ?? '', call?.headers as Record<string, string>)
  expect(verified).toEqual({ ...APPOINTMENT, reference })
  expect(call?.headers).toMatchObject({ 'content-type': 'application/json' })
  expect(calls).toHaveLength(1)
})

test('A call that fails is repeated with the same id and body and a new timestamp', async () => {
  const store = await receiving({ status: 500 }, { status: 503 })
  await store.receive()
  await failedTimes(store, 1)
  store.pass(1.3)
  await failedTimes(store, 2)
  store.pass(2.5)
  await expect.poll(() => store.messages()).toMatchObject([{ status: 'delivered' }])

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

describe('Only an answer of 200 to 299 is a delivery:', () => {
  test('Another status is not, and a redirect is not followed', async () => {
    const rows = [301, 302, 307, 400, 401, 404, 500] as const
    for (const status of rows) {
      const elsewhere = await startWebhookReceiver()
      const store = await receiving({ status, headers: { location: elsewhere.url.href } })
      await store.receive()
      await failedTimes(store, 1)
      expect(elsewhere.calls, String(status)).toEqual([])
      expect(store.logLines.join(''), String(status)).toContain(`HTTP ${status}`)
    }
  })

  test('Each 2xx is', async () => {
    const rows = [200, 202, 299] as const
    for (const status of rows) {
      const { receive, messages } = await receiving({ status })
      await receive()
      await expect.poll(() => messages()).toMatchObject([{ status: 'delivered', failed_attempts: 0 }])
    }
  })
})

test('429 with Retry-After waits as long as it says', async () => {
  const rows = [
    ['120', 120],
    ['Fri, 20 Nov 2026 09:35:00 GMT', 300],
    ['99999999', 21_600],
  ] as const
  for (const [retryAfter, seconds] of rows) {
    const store = await receiving({ status: 429, headers: { 'retry-after': retryAfter } })
    await store.receive()
    const message = await failedTimes(store, 1)
    expect(message?.due_at, `${retryAfter} ${seconds}`).toBe(
      new Date(store.clock.now.getTime() + seconds * 1_000).toISOString(),
    )
  }
})

test('A receiver that refuses the connection is tried again, and the log has the code', async () => {
  const store = await openNotifyingStore(settings(`http://127.0.0.1:${await freePort()}/in`))
  await store.receive()
  await failedTimes(store, 1)
  expect(store.logLines.join('')).toContain('ECONNREFUSED')
})

test('A receiver has 15 seconds to answer', async () => {
  const { url } = await startWebhookReceiver()
  expect((await deliveryTo(url)).timeoutMs).toBe(15_000)
})

test('A call without an answer fails when it is aborted', async () => {
  const { url, calls } = await startWebhookReceiver(['never'])
  const delivery = deliveryTo(url)
  const abort = new AbortController()
  const result = delivery.deliver(MESSAGE, abort.signal)
  await expect.poll(() => calls).toHaveLength(1)
  abort.abort()
  expect(await result).toEqual({ kind: 'failed', reason: 'no answer in time' })
})

test('Nothing personal and no secret is logged or kept in the outbox', async () => {
  const store = await receiving({ status: 500 })
  await store.receive()
  await failedTimes(store, 1)

  const kept = JSON.stringify(await store.messages())
  for (const secret of ['Asha', '9876543210', 'visitor.example', WEBHOOK_SECRET, 'invented secret', '127.0.0.1']) {
    expect(store.logLines.join('')).not.toContain(secret)
    expect(kept).not.toContain(secret)
  }
})
