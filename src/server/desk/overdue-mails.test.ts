import { expect, onTestFinished, test } from 'vitest'
import { Clock } from '../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { hasPostgres } from '../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../tests/support/database/postgres-database.ts'
import { startCalls } from '../../../tests/support/desk/start-calls.ts'
import { startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import { receiverIn } from '../../../tests/support/receive.ts'
import { startServer } from '../../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { queueMails } from '../storage/callbacks/overdue-callbacks.ts'
import { openDatabase } from '../storage/database/open-database.ts'
import { eraseRequests } from '../storage/erasure/erased-requests.ts'

/** A request at 15:00 in Kolkata for 16:00 to 18:00, which begins in an hour and ends in three. */
const SLOT: TimeSlot = '04:00pm-06:00pm'
const BEFORE = 30
const DURING = 90
const END = 180

describeOnEachDatabase('A mail about an overdue callback', (newStore) => {
  async function start(location?: string, clock = new Clock()) {
    const desk = await startCalls(location ?? (await newStore()), { clock })
    const begin = clock.now.getTime()
    return {
      ...desk,
      /** Sets the clock to so many minutes after the request. */
      at: (minutes: number) => {
        clock.now = new Date(begin + minutes * 60_000)
      },
      ask: (timeSlot = SLOT, phone = '0000000001') => desk.ask({ phone, timeSlot }),
      check: async () => {
        await queueMails(desk.database, clock.now)
        const mails = desk.database.selectFrom('outbox_messages').selectAll().where('channel', '=', 'overdue-mail')
        return mails.orderBy('queued_at').orderBy('id').execute()
      },
    }
  }

  type Desk = Awaited<ReturnType<typeof start>>

  const callAt =
    (minutes: number, outcome = 'no_answer', chosen = {}) =>
    async ({ at, coordinator, report }: Desk, id: string) => {
      at(minutes)
      await coordinator.signIn()
      return report(id, outcome, chosen)
    }

  const claimAt =
    (minutes: number) =>
    async ({ at, coordinator }: Desk, id: string) => {
      at(minutes)
      await coordinator.signIn()
      return coordinator.claim(id, { early: true })
    }

  type Act = (desk: Desk, id: string) => Promise<unknown>

  const conditions: [situation: string, minutes: number, mails: number, act?: Act][] = [
    ['five minutes after the end', END + 5, 1],
    ['less than five minutes after the end', END + 4.99, 0],
    ['24 hours after the end', END + 24 * 60, 0],
    ['nearly 24 hours after the end', END + 24 * 60 - 0.01, 1],
    ['after a call without an answer in the window', END + 5, 0, callAt(DURING)],
    ['after a call without an answer before the window', END + 5, 1, callAt(BEFORE)],
    ['after a call at the end of the window', END + 5, 0, callAt(END + 4)],
    [
      'after a call in the window that chose the same window',
      END + 5,
      0,
      callAt(DURING, 'call_later', { day: '2026-11-20', time_slot: SLOT }),
    ],
    ['after a settled callback', END + 5, 0, callAt(DURING, 'reached')],
    [
      'after a call that was undone, when the claim has expired',
      END + 5,
      1,
      async (desk, id) => {
        const { attempt } = (await callAt(DURING)(desk, id)).json()
        await desk.coordinator.post(`/api/callbacks/${id}/undo`, { attempt: attempt.id })
      },
    ],
    ['while somebody holds the callback', END + 5, 0, claimAt(END - 9)],
    ['when a claim expired without an outcome', END + 5, 1, claimAt(END - 10)],
    [
      'when another request has joined with a window that ends first',
      END - 55,
      1,
      async ({ at, ask }) => {
        at(1)
        await ask('02:00pm-04:00pm')
      },
    ],
  ]

  test('is queued when a window has been over for five minutes and nobody has called in it', async () => {
    for (const [situation, minutes, mails, act] of conditions) {
      const desk = await start()
      const id = await desk.ask()
      await act?.(desk, id)
      desk.at(minutes)
      expect(await desk.check(), situation).toHaveLength(mails)
      expect(await desk.check(), situation).toHaveLength(mails)
    }
  })

  test('is queued once for each window, with the reference of the callback and nothing of the person', async () => {
    const desk = await start()
    const { at, ask, check, clock } = desk
    const id = await ask()
    at(END + 5)
    const [first, ...others] = await check()
    expect(others).toEqual([])
    expect(first).toMatchObject({
      reference: id,
      channel: 'overdue-mail',
      status: 'waiting',
      queued_at: clock.now.toISOString(),
      recipient: null,
    })
    await callAt(END + 5)(desk, id)
    at(END + 24 * 60 + 4)
    expect(await check()).toHaveLength(1)
    at(END + 24 * 60 + 5)
    expect((await check()).map(({ reference }) => reference)).toEqual([id, id])
  })

  test('does not come again when one of the requests is erased during the call, whose outcome is then saved', async () => {
    const { at, ask, check, coordinator, erasures, database } = await start()
    const [first, second] = [await ask(), await ask()]
    at(END + 5)
    expect(await check()).toMatchObject([{ reference: first }])
    const { id, due_until } = await database.selectFrom('callbacks').selectAll().executeTakeFirstOrThrow()
    await coordinator.signIn()
    await coordinator.claim(id)
    await erasures.erase({ reference: first })
    // The claim has expired, and nobody has called.
    at(END + 25)
    expect(await check()).toEqual([])
    const left = await database.selectFrom('callbacks').selectAll().execute()
    expect(left).toMatchObject([{ id, due_until, first_reference: second, asked: 1 }])
    const saved = await coordinator.post(`/api/callbacks/${id}/outcomes`, { outcome: 'reached' })
    expect([saved.statusCode, saved.json().callback.status]).toEqual([201, 'reached'])
  })

  test('is queued once for each of 100 callbacks that become overdue together, also by two instances at once', async () => {
    const location = await newStore()
    const clock = new Clock()
    const [one, two] = [await start(location, clock), await start(location, clock)]
    for (let number = 0; number < 100; number++) await one.ask(SLOT, String(1_000_000_000 + number))
    one.at(END + 5)
    await Promise.all([one.check(), two.check()])
    const messages = await one.check()
    expect(new Set(messages.map(({ reference }) => reference)).size).toBe(100)
    expect(messages).toHaveLength(100)
  })
})

testRequiring(
  { PostgreSQL: hasPostgres() },
  'A callback whose request is being erased at that moment is left alone, without waiting',
  {},
  async () => {
    const database = await openDatabase(await newPostgresDatabase())
    onTestFinished(() => database.destroy())
    const now = new Date()
    const received_at = new Date(now.getTime() - 25 * 60 * 60_000).toISOString()
    const reference = await receiverIn(database, { now: () => now })({ timeSlot: 'Anytime' }, { minutesAgo: 25 * 60 })
    await database.transaction().execute(async (transaction) => {
      await eraseRequests(transaction, [{ reference, received_at }])
      expect(await queueMails(database, now)).toBe(0)
    })
  },
)

test('A server with a desk and a mail server looks for overdue callbacks and sends a mail', async () => {
  const DATA_DIR = await temporaryDirectory()
  const database = await openDatabase(DATA_DIR)
  await receiverIn(database, { now: () => new Date() })({ timeSlot: 'Anytime' }, { minutesAgo: 25 * 60 })
  await database.destroy()
  const { url: SMTP_URL, mails } = await startMailReceiver()
  await startServer({ DATA_DIR, DESK_PORT: '0', SMTP_URL, NOTIFY_EMAIL: 'callbacks@clinic.example' })
  const subjects = () => mails.map((mail) => mail.header('Subject'))
  await expect.poll(subjects, { timeout: 10_000 }).toEqual([expect.stringMatching(/^Overdue callback /)])
})
