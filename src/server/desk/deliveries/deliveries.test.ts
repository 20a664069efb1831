import { sql, type Transaction } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { isPostgres, openDatabase } from '../../storage/database/open-database.ts'
import type { Schema } from '../../storage/database/schema.ts'
import { OutboxMessages, type Settlement } from '../../storage/outbox/outbox-messages.ts'

const CHANNELS = ['staff-mail', 'visitor-mail', 'webhook'] as const

async function start(store?: string, overrides = {}) {
  let wakes = 0
  const desk = await startCalls(store, { channels: CHANNELS, wakeNotifications: () => wakes++, ...overrides })
  const { clock, coordinator } = desk
  const outbox = new OutboxMessages(desk.database)
  /** Makes one attempt on each message of a channel. */
  async function attempt(channel: (typeof CHANNELS)[number], result: Settlement) {
    for (const message of await outbox.claim(channel, { now: clock.now, expiredLeases: [], limit: 100 })) {
      await outbox.recordResult(message, result)
    }
  }
  return {
    ...desk,
    wakes: () => wakes,
    abandon: (channel: (typeof CHANNELS)[number], failure = 'SMTP 451') =>
      attempt(channel, { status: 'abandoned', settledAt: clock.now, failure }),
    fail: (channel: (typeof CHANNELS)[number], failure = 'SMTP 451') =>
      attempt(channel, {
        status: 'waiting',
        failure,
        dueAt: new Date(clock.now.getTime() + 60_000),
        waitedSeconds: 60,
      }),
    deliver: (channel: (typeof CHANNELS)[number]) => attempt(channel, { status: 'delivered', settledAt: clock.now }),
    list: async (query = '') => (await coordinator.get(`/api/deliveries${query}`)).json(),
    change: (reference: string, call: 'resend' | 'dismiss') => coordinator.post(`/api/deliveries/${reference}/${call}`),
  }
}

describe('Deliveries', () => {
  test('are listed without personal data, with why the latest attempt failed', async () => {
    const { list, ask, abandon, fail, clock } = await start()
    expect(await list()).toEqual({ waiting: 0, oldest_waiting_at: null, abandoned: 0, rows: [], next: null })
    const reference = await ask()
    const queued_at = clock.now.toISOString()
    await abandon('staff-mail')
    await fail('webhook', 'HTTP 500')
    const all = await list()
    const waiting = { id: expect.any(String), reference, state: 'waiting', queued_at }
    const next_try_at = new Date(clock.now.getTime() + 60_000).toISOString()
    expect(all).toEqual({
      waiting: 2,
      oldest_waiting_at: queued_at,
      abandoned: 1,
      rows: expect.arrayContaining([
        { ...waiting, channel: 'webhook', attempts: 1, next_try_at, reason: 'HTTP 500' },
        { ...waiting, channel: 'visitor-mail', attempts: 0, next_try_at: null, reason: null },
      ]),
      next: null,
    })
    const abandoned = { ...waiting, state: 'abandoned', attempts: 1, next_try_at: null, reason: 'SMTP 451' }
    expect(all.rows[0]).toEqual({ ...abandoned, channel: 'staff-mail' })
    expect(await list('?limit=0')).toEqual({ ...all, rows: [] })
  })

  test('are read page by page, and a bad cursor is refused', async () => {
    const { ask, abandon, fail, clock, coordinator } = await start()
    const waiting = await ask()
    for (const channel of CHANNELS) await fail(channel)
    clock.pass({ seconds: 30 })
    const abandoned = await ask()
    for (const channel of CHANNELS) await abandon(channel)
    const rows = (await coordinator.pages('/api/deliveries?limit=2')).flat()
    expect(rows.map(({ state, reference }) => `${state} ${reference}`)).toEqual([
      ...Array(3).fill(`abandoned ${abandoned}`),
      ...Array(3).fill(`waiting ${waiting}`),
    ])
    const foreign = Buffer.from(JSON.stringify(['dropped', '2026', 'x'])).toString('base64url')
    expect((await coordinator.get(`/api/deliveries?after=${foreign}`)).statusCode).toBe(422)
  })

  test('start again when they are sent again, which is recorded and keeps the mail to the visitor', async () => {
    const { list, ask, abandon, deliver, clock, coordinator, events, wakes, change } = await start()
    const reference = await ask()
    await deliver('webhook')
    await abandon('staff-mail')
    clock.pass({ minutes: 30 })
    expect(statusOf(await change(reference, 'resend'))).toBe('202')
    expect(wakes()).toBe(1)
    const { rows, ...counts } = await list()
    expect(counts).toMatchObject({ waiting: 3, abandoned: 0, oldest_waiting_at: clock.now.toISOString() })
    expect(rows.map(({ channel }: { channel: string }) => channel).sort()).toEqual([...CHANNELS])
    expect(rows).toMatchObject(rows.map(() => ({ state: 'waiting', attempts: 0, reason: null })))
    const event = { by: coordinator.id, subject: reference, detail: null, client: '127.0.0.1' }
    expect(await events('resent')).toMatchObject([event])
    for (const unknown of ['XXXX-XXXX', '%00']) expect(statusOf(await change(unknown, 'resend'))).toBe('404')
  })

  test('that are abandoned can be dismissed: nobody is warned any more, and the timeline still says it', async () => {
    const { list, ask, abandon, fail, coordinator, events, change } = await start()
    const [reference, other] = [await ask(), await ask()]
    await abandon('staff-mail')
    await fail('webhook', 'HTTP 503')
    expect(statusOf(await change(reference, 'dismiss'))).toBe('204')
    const { rows, ...counts } = await list()
    expect(counts).toMatchObject({ abandoned: 1, waiting: 4 })
    expect(rows.filter(({ state }: { state: string }) => state === 'abandoned')).toMatchObject([{ reference: other }])
    const { timeline } = (await coordinator.get(`/api/requests/${reference}`)).json()
    expect(timeline).toContainEqual(expect.objectContaining({ reference, channel: 'staff-mail', state: 'abandoned' }))
    expect(await events('dismissed')).toMatchObject([{ by: coordinator.id, subject: reference }])
    for (const unknown of ['XXXX-XXXX', '%00']) expect(statusOf(await change(unknown, 'dismiss'))).toBe('404')
  })

  test('are not sent again where nobody is notified', async () => {
    const { ask, change, list } = await start(undefined, { channels: [] })
    expect(statusOf(await change(await ask(), 'resend'))).toBe('409 nobody-is-notified')
    expect((await list()).waiting).toBe(0)
  })
})

describeOnEachDatabase('Deliveries', (newStore) => {
  test('of a request that is being erased are not sent again, and the call is answered like an unknown one', async () => {
    const { ask, change, database, location } = await start(await newStore())
    const reference = await ask()
    const erase = async (transaction: Transaction<Schema>) => {
      await transaction.deleteFrom('outbox_messages').where('reference', '=', reference).execute()
      await transaction.deleteFrom('callback_requests').where('reference', '=', reference).execute()
    }
    if (!isPostgres(database)) {
      await database.transaction().execute(erase)
      expect(statusOf(await change(reference, 'resend'))).toBe('404')
      return
    }
    const other = await openDatabase(location)
    onTestFinished(() => other.destroy())
    const resent = await other.transaction().execute(async (transaction) => {
      await erase(transaction)
      const answer = change(reference, 'resend')
      const waiting = sql`select from pg_locks where not granted`
      await expect.poll(async () => (await waiting.execute(transaction)).rows.length).toBeGreaterThan(0)
      return { answer }
    })
    expect(statusOf(await resent.answer)).toBe('404')
  })
})
