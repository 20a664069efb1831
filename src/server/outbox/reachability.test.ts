import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import { openNotifyingStore, openWebhookStore } from '../../../tests/support/notifying-store.ts'

const HOUR = 3_600

describeOnEachDatabase('When the mail server works again', (newStore) => {
  test('all that waits for it is sent at once, the oldest first, and only the waits that were count', async () => {
    const connection = Array(999).fill(421)
    const { url, mails } = await startMailReceiver({ connection })
    const environment = { SMTP_URL: url, NOTIFY_EMAIL: 'desk@clinic.example' }
    const store = await openNotifyingStore(environment, { location: await newStore() })
    const waiting = { status: 'waiting', lease: null }
    const first = await store.receive({}, { receivedAt: store.clock.now })
    await store.until({ ...waiting, failed_attempts: 1 })
    for (let failed = 2; failed <= 14; failed++) {
      store.pass(2 * HOUR)
      await store.until({ ...waiting, failed_attempts: failed })
    }
    store.pass(60)
    const second = await store.receive({}, { receivedAt: store.clock.now })
    await store.until({ failed_attempts: 14 }, { ...waiting, failed_attempts: 1 })
    const [message] = await store.messages()
    expect(Date.parse(message?.due_at ?? '') - store.clock.now.getTime()).toBeGreaterThan(HOUR * 1_000)
    store.pass(0.1)
    connection.length = 0
    const third = await store.receive({}, { receivedAt: store.clock.now })
    const delivered = { status: 'delivered' }
    await store.until(delivered, delivered, delivered)
    const sent = mails.map((mail) => mail.header('Subject')?.slice('Callback '.length, 'Callback 7K3M-9RXD'.length))
    expect(sent[0]).toBe(third)
    expect(sent.slice(1).sort()).toEqual([first, second].sort())
    const [{ waited_seconds = 0 } = {}] = await store.messages()
    const planned = message?.waited_seconds ?? 0
    expect(planned - waited_seconds).toBeGreaterThan(HOUR)
  })
})

test('A message is tried once for each return of its channel, and one that was refused itself is not', async () => {
  const statuses = [503, 204, 503, 400, 204, 204]
  const store = await openWebhookStore(statuses.map((status) => ({ status })))
  const expected: string[] = []
  const send = async (...others: string[]) => {
    store.pass(0.01)
    const reference = await store.receive({}, { receivedAt: store.clock.now })
    expected.push(reference, ...others)
    const called = () => store.calls.map(({ body }) => JSON.parse(body).reference)
    await vi.waitFor(() => expect(called()).toEqual(expected))
    // Nothing follows.
    await delay(200)
    expect(called()).toEqual(expected)
    return reference
  }
  const first = await send()
  await send(first)
  await send(first)
  await send()
  const delivered = { status: 'delivered' }
  await store.until(delivered, delivered, { status: 'waiting', failed_attempts: 1 }, delivered)
})
