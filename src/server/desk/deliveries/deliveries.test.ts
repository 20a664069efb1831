import { expect, test } from 'vitest'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { OutboxMessages, type Settlement } from '../../storage/outbox/outbox-messages.ts'

const CHANNELS = ['staff-mail', 'visitor-mail', 'webhook'] as const

type Channel = (typeof CHANNELS)[number]

async function start(channels: readonly Channel[] = CHANNELS) {
  let wakes = 0
  const desk = await startCalls(undefined, { channels, wakeNotifications: () => wakes++ })
  const { clock, coordinator, database } = desk
  const outbox = new OutboxMessages(database)
  /** Makes one attempt on each message of a channel. */
  async function attempt(channel: Channel, result: Settlement) {
    for (const message of await outbox.claim(channel, { now: clock.now, expiredLeases: [], limit: 100 })) {
      await outbox.recordResult(message, result)
    }
  }
  const inOneMinute = () => new Date(clock.now.getTime() + 60_000)
  return {
    ...desk,
    wakes: () => wakes,
    abandon: (channel: Channel) => attempt(channel, { status: 'abandoned', settledAt: clock.now, failure: 'SMTP 451' }),
    fail: (channel: Channel) =>
      attempt(channel, { status: 'waiting', failure: 'HTTP 500', dueAt: inOneMinute(), waitedSeconds: 60 }),
    deliver: (channel: Channel) => attempt(channel, { status: 'delivered', settledAt: clock.now }),
    list: async (query = '') => (await coordinator.get(`/api/deliveries${query}`)).json(),
    change: async (reference: string, call: 'resend' | 'dismiss') =>
      statusOf(await coordinator.post(`/api/deliveries/${reference}/${call}`)),
  }
}

test('Deliveries are listed without personal data, the abandoned first, with why the latest attempt failed', async () => {
  const { list, ask, abandon, fail, clock, coordinator } = await start()
  expect(await list()).toEqual({ waiting: 0, oldest_waiting_at: null, abandoned: 0, rows: [], next: null })
  const reference = await ask()
  const queued_at = clock.now.toISOString()
  await abandon('staff-mail')
  await fail('webhook')
  const all = await list()
  const row = { id: expect.any(String), reference, queued_at }
  expect(all).toEqual({
    ...{ waiting: 2, oldest_waiting_at: queued_at, abandoned: 1, next: null },
    rows: [
      { ...row, channel: 'staff-mail', state: 'abandoned', attempts: 1, next_try_at: null, reason: 'SMTP 451' },
      expect.objectContaining({ ...row, state: 'waiting' }),
      expect.objectContaining({ ...row, state: 'waiting' }),
    ],
  })
  const next_try_at = new Date(clock.now.getTime() + 60_000).toISOString()
  const waiting = { ...row, state: 'waiting', attempts: 0, next_try_at: null, reason: null, channel: 'visitor-mail' }
  expect(all.rows).toContainEqual(waiting)
  expect(all.rows).toContainEqual({ ...waiting, attempts: 1, next_try_at, reason: 'HTTP 500', channel: 'webhook' })
  expect(await list('?limit=0')).toEqual({ ...all, rows: [] })

  clock.pass({ seconds: 30 })
  const later = await ask()
  await abandon('visitor-mail')
  const pages = (await coordinator.pages('/api/deliveries?limit=2')).flat()
  expect(pages.map((one) => `${one.state} ${one.reference}`)).toEqual([
    ...[reference, reference, later].map((one) => `abandoned ${one}`),
    ...[reference, later, later].map((one) => `waiting ${one}`),
  ])
})

test('Deliveries start again when they are sent again, and are dealt with when they are dismissed; both are recorded', async () => {
  const { list, ask, abandon, deliver, clock, coordinator, events, wakes, change } = await start()
  const [reference, other] = [await ask(), await ask()]
  await deliver('webhook')
  await abandon('staff-mail')
  clock.pass({ minutes: 30 })
  expect(await change(reference, 'resend')).toBe('202')
  expect(wakes()).toBe(1)
  expect(await change(other, 'dismiss')).toBe('204')
  const { rows, ...counts } = await list()
  expect(counts).toMatchObject({ waiting: 4, abandoned: 0 })
  const own = rows.filter((row: { reference: string }) => row.reference === reference)
  expect(own.map(({ channel }: { channel: string }) => channel).sort()).toEqual([...CHANNELS])
  const { timeline } = (await coordinator.get(`/api/requests/${other}`)).json()
  expect(timeline).toContainEqual(expect.objectContaining({ channel: 'staff-mail', state: 'abandoned' }))
  const event = { by: coordinator.id, detail: null, client: '127.0.0.1' }
  expect(await events('resent')).toMatchObject([{ ...event, subject: reference }])
  expect(await events('dismissed')).toMatchObject([{ ...event, subject: other }])
  for (const unknown of ['XXXX-XXXX', '%00']) {
    expect([await change(unknown, 'resend'), await change(unknown, 'dismiss')]).toEqual(['404', '404'])
  }
})

test('Deliveries are not sent again where nobody is notified', async () => {
  const { ask, change, list } = await start([])
  expect(await change(await ask(), 'resend')).toBe('409 nobody-is-notified')
  expect((await list()).waiting).toBe(0)
})
