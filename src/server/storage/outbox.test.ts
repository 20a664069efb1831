import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase, testOnPostgres } from '../../../tests/support/database/each-database.ts'
import { openedDatabase } from '../../../tests/support/database/opened-database.ts'
import { openInstances } from '../../../tests/support/database/postgres-database.ts'
import { setStoreNow } from '../../../tests/support/database/store-clock.ts'
import { receiverIn } from '../../../tests/support/receive.ts'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import type { Channel } from '../../callback-request/calling/messages.ts'
import { COMMAND_LINE } from './audit.ts'
import { countOf, type Database } from './database/open-database.ts'
import * as outbox from './outbox.ts'
import { oldestUndelivered, resendMessages, undeliveredCounts } from './undelivered.ts'

const NOW = SUBMISSION.receivedAt
const CHANNELS: Channel[] = ['staff-mail', 'visitor-mail', 'webhook']

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)

describeOnEachDatabase('The outbox', (newStore) => {
  async function store(channels: readonly Channel[] = ['webhook']) {
    const database = await openedDatabase(await newStore())
    await setStoreNow(database, NOW)
    return {
      database,
      receive: receiverIn(database, { channels }),
      messages: () => database.selectFrom('outbox_messages').selectAll().orderBy('channel').orderBy('id').execute(),
      claim: async ({ now = NOW, ...options }: { now?: Date; expiredLeases?: string[]; limit?: number } = {}) => {
        await setStoreNow(database, now)
        return outbox.claim(database, 'webhook', { now, expiredLeases: [], limit: 10, ...options })
      },
    }
  }

  test('A request is stored with one message for each channel, due at once and with its own id, also when it is repeated', async () => {
    const { receive, messages } = await store(CHANNELS)
    const reference = await receive({}, { idempotencyKey: 'key-1' })
    expect(await receive({}, { idempotencyKey: 'key-1' })).toBe(reference)
    const queued = await messages()
    const waiting = { reference, status: 'waiting', queued_at: NOW.toISOString(), lease: null }
    expect(queued).toMatchObject(CHANNELS.map((channel) => ({ ...waiting, channel })))
    expect(new Set(queued.map(({ id }) => id)).size).toBe(3)
  })

  test('A request whose messages cannot be queued is not stored', async () => {
    const { database, receive } = await store()
    await database.schema.alterTable('outbox_messages').renameTo('renamed').execute()
    onTestFinished(() => database.schema.alterTable('renamed').renameTo('outbox_messages').execute())
    await expect(receive()).rejects.toThrow()
    expect(await database.selectFrom('callback_requests').selectAll().execute()).toEqual([])
  })

  test('One address gets three mails within 24 hours, whatever its case, and every request is stored', async () => {
    const { receive, messages } = await store(['visitor-mail'])
    const mailed = async () => (await messages()).map(({ reference }) => reference).sort()
    const first: string[] = []
    for (const [hour, email] of ['Asha@Visitor.example', 'asha@visitor.example', 'ASHA@VISITOR.EXAMPLE'].entries())
      first.push(await receive({ email }, { receivedAt: later(hour * 3_600) }))
    await receive({}, { receivedAt: later(3 * 3_600) })
    await receive({}, { receivedAt: later(86_399) })
    expect(await mailed()).toEqual(first.sort())

    const other = await receive({ email: 'asha@another.example' }, { receivedAt: later(3 * 3_600) })
    const nextDay = await receive({}, { receivedAt: later(86_400) })
    await receive({}, { receivedAt: later(86_401) })
    expect(await mailed()).toEqual([...first, other, nextDay].sort())

    await Promise.all(Array.from({ length: 20 }, () => receive({ email: 'asha@third.example' })))
    expect(await mailed()).toHaveLength(8)
  })

  test('Ways to write one address are counted as one, and other addresses on their own', async () => {
    const { receive, messages } = await store(['visitor-mail'])
    const ways = [
      'asha+1@visitor.example',
      '\uff41sha@visitor.example',
      'a\ufe0fsha@\uff36isitor.example',
      'ash\u034fa@visitor.example',
    ]
    for (const email of [...ways, 'asha+2+3@visitor.example']) await receive({ email })
    expect(await messages()).toHaveLength(3)
    for (const email of [
      'asha@b\u00fccher.example',
      'asha@xn--bcher-kva.example',
      '\u{1d4d0}sha@b\u00fccher.example',
      'asha@bu\u0308cher.example',
    ])
      await receive({ email })
    expect(await messages()).toHaveLength(6)
    for (const email of ['+asha@visitor.example', 'as.ha@visitor.example']) await receive({ email })
    expect(await messages()).toHaveLength(8)
  })

  test('All visitors together get 300 mails within 24 hours, which is told once, and every request is stored', async () => {
    let told = 0
    const { database, messages } = await store(['visitor-mail'])
    const receive = receiverIn(database, { channels: ['visitor-mail'], onMailLimit: () => told++ })
    const ask = (index: number) => receive({ phone: `${index}`, email: `asha${index}@visitor.example` })
    // What a wrong clock has queued far ahead does not count.
    await receive({ email: 'ahead@visitor.example' }, { receivedAt: later(9 * 86_400) })
    await Promise.all(Array.from({ length: 299 }, (_, index) => ask(index)))
    expect([(await messages()).length, told]).toEqual([300, 0])
    for (let index = 300; index < 303; index++) await ask(index)
    expect([(await messages()).length, told]).toEqual([301, 1])
    expect(await countOf(database, 'callback_requests')).toBe(303)
    await receive({}, { receivedAt: later(86_401) })
    expect(await messages()).toHaveLength(302)
  })

  test('Messages are claimed with their requests, once, in the order in which they became due, as many as asked for', async () => {
    const { database, receive, claim, messages } = await store()
    const references: string[] = []
    for (const minute of [2, 0, 1]) {
      await setStoreNow(database, later(minute * 60))
      references[minute] = await receive({}, { receivedAt: later(minute * 60) })
    }
    const before = await messages()
    const claimed = await claim({ now: later(120), limit: 2 })
    const { name } = DETAILS
    const untried = { failedAttempts: 0, waitedSeconds: 0 }
    const [first, second] = references.map((reference) => ({ ...untried, request: { reference, name } }))
    expect(claimed).toMatchObject([first, second])
    expect(await claim({ now: later(119) })).toEqual([])
    for (const message of claimed) await outbox.release(database, message)
    expect(await messages()).toEqual(before)
  })

  test('A lease lasts, whatever the clock says, until it is known to have expired', async () => {
    const { database, receive, claim, messages } = await store()
    await receive()
    const [first] = await claim()
    if (!first) throw new Error('nothing was claimed')
    for (const seconds of [3_600, 86_400]) expect(await claim({ now: later(seconds) })).toEqual([])
    expect(await outbox.leases(database, 'webhook')).toEqual([first.lease])
    expect(await outbox.leases(database, 'staff-mail')).toEqual([])

    const [second] = await claim({ expiredLeases: [first.lease] })
    expect(second?.id).toBe(first.id)
    // The first instance was only slow. Its result no longer counts.
    await outbox.recordResult(database, first, { status: 'abandoned', settledAt: NOW, failure: 'HTTP 503' }, NOW)
    await outbox.release(database, first)
    expect(await messages()).toMatchObject([{ status: 'waiting', lease: second?.lease }])
  })

  test('A next try further ahead than it can be counts as due, and what a wrong clock has queued waits since its request came', async () => {
    const { database, receive, claim } = await store()
    const month = later(30 * 86_400)
    const reference = await receive({}, { receivedAt: month, keptFrom: NOW })
    for (const hours of [8, 30 * 24, 7]) {
      const [message] = await claim()
      if (!message) throw new Error('nothing was claimed')
      const retry = { status: 'waiting', failure: 'HTTP 500', waitedSeconds: 9, channelFailed: 0 } as const
      await outbox.recordResult(database, message, { ...retry, delayMs: hours * 3_600_000 }, NOW)
    }
    expect(await claim()).toEqual([])
    const oldest = await oldestUndelivered(database, 'waiting', later(3_601))
    expect(oldest).toMatchObject({ reference, since: NOW.toISOString(), count: 1 })
    expect(await undeliveredCounts(database, NOW)).toMatchObject({ oldestWaitingAt: NOW.toISOString() })
  })

  test('Resending restarts an abandoned message under its id, follows a delivered one, drops one of an unused channel, and leaves one that is being delivered', async () => {
    const { database, receive, claim, messages } = await store(CHANNELS)
    const first = async (channel: Channel) => {
      const [message] = await outbox.claim(database, channel, { now: NOW, expiredLeases: [], limit: 1 })
      if (!message) throw new Error('nothing was claimed')
      return message
    }
    const reference = await receive()
    await outbox.recordResult(database, await first('visitor-mail'), { status: 'delivered', settledAt: later(5) }, NOW)
    await outbox.recordResult(database, await first('webhook'), { status: 'delivered', settledAt: later(5) }, NOW)
    const abandoned = { status: 'abandoned', settledAt: later(9), failure: 'SMTP 451' } as const
    await outbox.recordResult(database, await first('staff-mail'), abandoned, NOW)
    const [before] = await messages()
    expect(before).toMatchObject({ status: 'abandoned', failure: 'SMTP 451', settled_at: later(9).toISOString() })

    expect(await resendMessages({ database, at: later(3_600), actor: COMMAND_LINE }, reference, CHANNELS)).toBe(
      'resent',
    )
    const restarted = { channel: 'staff-mail', status: 'waiting', failed_attempts: 0, failure: null, settled_at: null }
    const after = await messages()
    expect(after[0]).toMatchObject({ ...restarted, id: before?.id, queued_at: later(3_600).toISOString() })
    const states = after.map(({ channel, status }) => `${channel} ${status}`).sort()
    expect(states.slice(1)).toEqual(['visitor-mail delivered', 'webhook delivered', 'webhook waiting'])

    const [inFlight] = await claim({ now: later(3_600) })
    await resendMessages({ database, at: later(7_200), actor: COMMAND_LINE }, reference, ['webhook'])
    const last = await messages()
    expect(last[0]).toMatchObject({ channel: 'staff-mail', status: 'dropped' })
    expect(last.filter(({ lease }) => lease !== null)).toMatchObject([
      { id: inFlight?.id, queued_at: later(3_600).toISOString() },
    ])
    expect(last).toHaveLength(4)
  })
})

testOnPostgres(
  'The database’s clock decides when a message is due, not that of an instance that is an hour ahead',
  async (location) => {
    const [database] = (await openInstances(location, 1)) as [Database]
    const claim = () => outbox.claim(database, 'webhook', { now: NOW, expiredLeases: [], limit: 1 })
    await setStoreNow(database, NOW)
    await receiverIn(database, { channels: ['webhook'] })({}, { receivedAt: later(3_600) })
    const [message] = await claim()
    if (!message) throw new Error('nothing was claimed')
    const retry = { status: 'waiting', failure: 'HTTP 500', waitedSeconds: 9, channelFailed: 1 } as const
    await outbox.recordResult(database, message, { ...retry, delayMs: 1_000 }, later(3_600))
    expect([await claim(), await outbox.nextDueInMs(database, 'webhook', later(3_600))]).toEqual([[], 1_000])
    await outbox.makeDue(database, ['webhook'], later(3_600))
    expect(await claim()).toHaveLength(1)
  },
)
