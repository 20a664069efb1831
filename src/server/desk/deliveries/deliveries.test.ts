import { expect, test } from 'vitest'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'

const CHANNELS = ['staff-mail', 'visitor-mail', 'webhook'] as const

/** What the outbox says of a message whose only attempt has failed. */
const FAILED = { failed_attempts: 1, failure: 'HTTP 500' }
const ABANDONED = { status: 'abandoned', failed_attempts: 1, failure: 'SMTP 451' }

async function start() {
  let wakes = 0
  const desk = await startCalls(undefined, { channels: CHANNELS, wakeNotifications: () => wakes++ })
  const { coordinator, database } = desk
  return {
    ...desk,
    wakes: () => wakes,
    /** Changes all messages of a channel. */
    set: (channel: (typeof CHANNELS)[number], values: object) =>
      database.updateTable('outbox_messages').set(values).where('channel', '=', channel).execute(),
    list: async (query = '') => (await coordinator.get(`/api/deliveries${query}`)).json(),
    change: async (reference: string, call: 'resend' | 'dismiss') =>
      statusOf(await coordinator.post(`/api/deliveries/${reference}/${call}`)),
  }
}

test('Deliveries are listed without personal data, the abandoned first, with why the latest attempt failed', async () => {
  const { list, ask, set, clock, coordinator } = await start()
  expect(await list()).toEqual({ waiting: 0, oldest_waiting_at: null, abandoned: 0, rows: [], next: null })
  const reference = await ask()
  const queued_at = clock.now.toISOString()
  const next_try_at = new Date(clock.now.getTime() + 60_000).toISOString()
  await set('staff-mail', ABANDONED)
  await set('webhook', { ...FAILED, due_at: next_try_at })
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
  const waiting = { ...row, state: 'waiting', attempts: 0, next_try_at: null, reason: null, channel: 'visitor-mail' }
  expect(all.rows).toContainEqual(waiting)
  expect(all.rows).toContainEqual({ ...waiting, attempts: 1, next_try_at, reason: 'HTTP 500', channel: 'webhook' })
  expect(await list('?limit=0')).toEqual({ ...all, rows: [] })

  clock.pass({ seconds: 30 })
  const later = await ask()
  await set('visitor-mail', ABANDONED)
  const pages = (await coordinator.pages('/api/deliveries?limit=2')).flat()
  expect(pages.map((one) => `${one.state} ${one.reference}`)).toEqual([
    ...[reference, reference, later].map((one) => `abandoned ${one}`),
    ...[reference, later, later].map((one) => `waiting ${one}`),
  ])
})

test('Deliveries start again when they are sent again, and are dealt with when they are dismissed; both are recorded', async () => {
  const { list, ask, set, clock, coordinator, events, wakes, change } = await start()
  const [reference, other] = [await ask(), await ask()]
  await set('webhook', { status: 'delivered' })
  await set('staff-mail', ABANDONED)
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

test('A message that waits is dismissed only when its channel is no longer configured, also while a lease is left', async () => {
  const { ask, change, list, location, clock, events } = await start()
  const reference = await ask()
  expect(await change(reference, 'dismiss')).toBe('409 waiting')
  const { signedIn, database } = await startDeskListener(location, { clock, channels: ['staff-mail'] })
  await database.updateTable('outbox_messages').set({ lease: 'of a server that died' }).execute()
  const dismissed = await (await signedIn('coordinator')).post(`/api/deliveries/${reference}/dismiss`)
  expect(statusOf(dismissed)).toBe('204')
  expect(await list()).toMatchObject({ waiting: 1, rows: [{ reference, channel: 'staff-mail' }] })
  await database.updateTable('outbox_messages').set({ status: 'delivered' }).execute()
  expect(await change(reference, 'dismiss'), 'there is nothing left').toBe('204')
  expect(await events('dismissed')).toHaveLength(1)
})

test('Deliveries are not sent again where nobody is notified', async () => {
  const { ask, coordinator } = await startCalls()
  const refused = await coordinator.post(`/api/deliveries/${await ask()}/resend`)
  expect(statusOf(refused)).toBe('409 nobody-is-notified')
})
