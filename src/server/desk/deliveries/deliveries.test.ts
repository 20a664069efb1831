import { sql, type Transaction } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { receiverIn } from '../../../../tests/support/receive.ts'
import { startDeskListener } from '../../../../tests/support/start-desk-listener.ts'
import { isPostgres, openDatabase } from '../../storage/database/open-database.ts'
import type { Schema } from '../../storage/database/schema.ts'
import { OutboxMessages } from '../../storage/outbox/outbox-messages.ts'

const CHANNELS = ['staff-mail', 'visitor-mail', 'webhook'] as const

async function start(overrides = {}, store?: string) {
  let wakes = 0
  const desk = await startDeskListener(store, {
    channels: CHANNELS,
    wakeNotifications: () => wakes++,
    ...overrides,
  })
  const outbox = new OutboxMessages(desk.database)
  const coordinator = await desk.signedIn('coordinator')
  return {
    ...desk,
    coordinator,
    wakes: () => wakes,
    receive: receiverIn(desk.database, { channels: CHANNELS, now: () => desk.clock.now }),
    /** Makes one attempt on each message of a channel, which fails. */
    fail: async (channel: (typeof CHANNELS)[number], status: 'waiting' | 'abandoned', failure: string) => {
      const now = desk.clock.now
      const dueAt = new Date(now.getTime() + 60_000)
      for (const message of await outbox.claim(channel, { now, expiredLeases: [], limit: 100 })) {
        await outbox.recordResult(
          message,
          status === 'abandoned' ? { status, settledAt: now, failure } : { status, failure, dueAt, waitedSeconds: 60 },
        )
      }
    },
    deliver: async (channel: (typeof CHANNELS)[number]) => {
      const now = desk.clock.now
      for (const message of await outbox.claim(channel, { now, expiredLeases: [], limit: 100 }))
        await outbox.recordResult(message, { status: 'delivered', settledAt: now })
    },
    list: async (query = '') => (await coordinator.get(`/api/deliveries${query}`)).json(),
  }
}

describe('Deliveries', () => {
  test('are listed without personal data, with why the latest attempt failed', async () => {
    const { list, receive, fail, clock } = await start()
    expect(await list()).toEqual({ waiting: 0, oldest_waiting_at: null, abandoned: 0, rows: [], next: null })
    const reference = await receive()
    const queued_at = clock.now.toISOString()
    await fail('staff-mail', 'abandoned', 'SMTP 451')
    await fail('webhook', 'waiting', 'HTTP 500')
    const all = await list()
    expect(all).toEqual({
      waiting: 2,
      oldest_waiting_at: queued_at,
      abandoned: 1,
      rows: expect.arrayContaining([
        {
          reference,
          channel: 'webhook',
          state: 'waiting',
          attempts: 1,
          queued_at,
          next_try_at: new Date(clock.now.getTime() + 60_000).toISOString(),
          reason: 'HTTP 500',
        },
        {
          reference,
          channel: 'visitor-mail',
          state: 'waiting',
          attempts: 0,
          queued_at,
          next_try_at: null,
          reason: null,
        },
      ]),
      next: null,
    })
    expect(all.rows[0]).toEqual({
      reference,
      channel: 'staff-mail',
      state: 'abandoned',
      attempts: 1,
      queued_at,
      next_try_at: null,
      reason: 'SMTP 451',
    })
    expect(JSON.stringify(all)).not.toMatch(/Asha|9876543210|visitor\.example/)
    expect(await list('?limit=0')).toEqual({ ...all, rows: [] })
  })

  test('are read page by page, and a bad cursor is refused', async () => {
    const { list, receive, fail, clock, coordinator } = await start()
    const waiting = await receive()
    for (const channel of CHANNELS) await fail(channel, 'waiting', 'SMTP 451')
    clock.pass({ seconds: 30 })
    const abandoned = await receive()
    for (const channel of CHANNELS) await fail(channel, 'abandoned', 'SMTP 451')
    const states: string[] = []
    for (let after: string | null = ''; after !== null && states.length < 10; ) {
      const page: { rows: { state: string; reference: string }[]; next: string | null } = await list(
        `?limit=2${after && `&after=${after}`}`,
      )
      states.push(...page.rows.map(({ state, reference }) => `${state} ${reference}`))
      after = page.next
    }
    expect(states).toEqual([
      ...Array.from({ length: 3 }, () => `abandoned ${abandoned}`),
      ...Array.from({ length: 3 }, () => `waiting ${waiting}`),
    ])
    const foreign = Buffer.from(JSON.stringify(['dropped', '2026', 'x'])).toString('base64url')
    for (const query of ['after=nonsense', `after=${foreign}`, 'limit=101', 'limit=-1']) {
      expect((await coordinator.get(`/api/deliveries?${query}`)).statusCode).toBe(422)
    }
  })

  test('start again when they are sent again, which is recorded and keeps the mail to the visitor', async () => {
    const { list, receive, fail, deliver, clock, coordinator, events, wakes } = await start()
    const reference = await receive()
    await deliver('webhook')
    await fail('staff-mail', 'abandoned', 'SMTP 451')
    clock.pass({ minutes: 30 })
    const resent = await coordinator.post(`/api/deliveries/${reference}/resend`)
    expect([resent.statusCode, resent.body]).toEqual([202, ''])
    expect(wakes()).toBe(1)
    const { rows, ...counts } = await list()
    expect(counts).toMatchObject({ waiting: 3, abandoned: 0, oldest_waiting_at: clock.now.toISOString() })
    expect(rows.map(({ channel }: { channel: string }) => channel).sort()).toEqual([...CHANNELS])
    expect(rows).toMatchObject(rows.map(() => ({ state: 'waiting', attempts: 0, reason: null })))
    const event = { by: coordinator.id, subject: reference, detail: null, client: '127.0.0.1' }
    expect(await events('resent')).toMatchObject([event])

    for (const unknown of ['XXXX-XXXX', '%00']) {
      expect((await coordinator.post(`/api/deliveries/${unknown}/resend`)).statusCode).toBe(404)
    }
  })

  test('that are abandoned can be dismissed: nobody is warned any more, and the timeline still says it', async () => {
    const { list, receive, fail, coordinator, events } = await start()
    const [reference, other] = [await receive(), await receive()]
    await fail('staff-mail', 'abandoned', 'SMTP 535')
    await fail('webhook', 'waiting', 'HTTP 503')
    expect((await coordinator.post(`/api/deliveries/${reference}/dismiss`)).statusCode).toBe(204)
    const { rows, ...counts } = await list()
    expect(counts).toMatchObject({ abandoned: 1, waiting: 4 })
    expect(rows.filter(({ state }: { state: string }) => state === 'abandoned')).toMatchObject([{ reference: other }])
    const { timeline } = (await coordinator.get(`/api/requests/${reference}`)).json()
    expect(timeline).toContainEqual(expect.objectContaining({ reference, channel: 'staff-mail', state: 'abandoned' }))
    expect(await events('dismissed')).toMatchObject([{ by: coordinator.id, subject: reference }])
    for (const unknown of ['XXXX-XXXX', '%00']) {
      expect((await coordinator.post(`/api/deliveries/${unknown}/dismiss`)).statusCode).toBe(404)
    }
  })

  test('are not sent again where nobody is notified', async () => {
    const { receive, coordinator, list } = await start({ channels: [] })
    const refused = await coordinator.post(`/api/deliveries/${await receive()}/resend`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'nobody-is-notified'])
    expect((await list()).waiting).toBe(3)
  })
})

describeOnEachDatabase('Deliveries', (newStore) => {
  test('of a request that is being erased are not sent again, and the call is answered like an unknown one', async () => {
    const { receive, coordinator, database, location } = await start({}, await newStore())
    const reference = await receive()
    const erase = async (transaction: Transaction<Schema>) => {
      await transaction.deleteFrom('outbox_messages').where('reference', '=', reference).execute()
      await transaction.deleteFrom('callback_requests').where('reference', '=', reference).execute()
    }
    if (!isPostgres(database)) {
      await database.transaction().execute(erase)
      expect((await coordinator.post(`/api/deliveries/${reference}/resend`)).statusCode).toBe(404)
      return
    }
    const other = await openDatabase(location)
    onTestFinished(() => other.destroy())
    const resent = await other.transaction().execute(async (transaction) => {
      await erase(transaction)
      const answer = coordinator.post(`/api/deliveries/${reference}/resend`)
      const waiting = sql`select from pg_locks where not granted`
      await expect.poll(async () => (await waiting.execute(transaction)).rows.length).toBeGreaterThan(0)
      return { answer }
    })
    expect((await resent.answer).statusCode).toBe(404)
  })
})
