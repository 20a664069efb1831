import { expect, test } from 'vitest'
import { Clock } from '../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../tests/support/desk/start-calls.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { queueMails } from '../storage/overdue.ts'

/** A request at 15:00 in Kolkata for 16:00 to 18:00, which begins in an hour and ends in three. */
const SLOT: TimeSlot = '04:00pm-06:00pm'
const BEFORE = 30
const DURING = 90
const END = 180

async function start(location: string, clock = new Clock()) {
  const desk = await startCalls(location, { clock })
  const begin = clock.now.getTime()
  /** Sets the clock to so many minutes after the request, and signs the coordinator in again. */
  const at = async (minutes: number) => {
    clock.now = new Date(begin + minutes * 60_000)
    await desk.coordinator.signIn()
  }
  return {
    ...desk,
    at,
    ask: (timeSlot = SLOT) => desk.ask({ timeSlot }),
    callAt: async (minutes: number, id: string, outcome = 'no_answer', chosen = {}) => {
      await at(minutes)
      return (await desk.report(id, outcome, chosen)).json()
    },
    claimAt: async (minutes: number, id: string) => {
      await at(minutes)
      await desk.coordinator.claim(id, { early: true })
    },
    check: async () => {
      await queueMails(desk.database, clock.now)
      const mails = desk.database.selectFrom('outbox_messages').selectAll().where('channel', '=', 'overdue-mail')
      return mails.orderBy('queued_at').orderBy('id').execute()
    },
  }
}

type Act = (desk: Awaited<ReturnType<typeof start>>, id: string) => Promise<unknown>

const SITUATIONS: [situation: string, minutes: number, mails: number, act?: Act][] = [
  ['five minutes after the end', END + 5, 1],
  ['less than five minutes after the end', END + 4.99, 0],
  ['24 hours after the end', END + 24 * 60, 0],
  ['nearly 24 hours after the end', END + 24 * 60 - 0.01, 1],
  ['after a call without an answer in the window', END + 5, 0, ({ callAt }, id) => callAt(DURING, id)],
  ['after a call without an answer before the window', END + 5, 1, ({ callAt }, id) => callAt(BEFORE, id)],
  ['after a call at the end of the window', END + 5, 0, ({ callAt }, id) => callAt(END + 4, id)],
  [
    'after a call in the window that chose the same window',
    END + 5,
    0,
    ({ callAt }, id) => callAt(DURING, id, 'call_later', { day: '2026-11-20', time_slot: SLOT }),
  ],
  ['after a settled callback', END + 5, 0, ({ callAt }, id) => callAt(DURING, id, 'reached')],
  [
    'after a call that was undone, when the claim has expired',
    END + 5,
    1,
    async ({ callAt, undo }, id) => undo(id, (await callAt(DURING, id)).attempt.id),
  ],
  ['while somebody holds the callback', END + 5, 0, ({ claimAt }, id) => claimAt(END - 9, id)],
  ['when a claim expired without an outcome', END + 5, 1, ({ claimAt }, id) => claimAt(END - 10, id)],
  [
    'when another request has joined with a window that ends first',
    END - 55,
    1,
    async ({ at, ask }) => {
      await at(1)
      await ask('02:00pm-04:00pm')
    },
  ],
]

describeOnEachDatabase('A mail about an overdue callback', (newStore) => {
  test('is queued when a window has been over for five minutes and nobody has called in it', async () => {
    for (const [situation, minutes, mails, act] of SITUATIONS) {
      const desk = await start(await newStore())
      const id = await desk.ask()
      await act?.(desk, id)
      await desk.at(minutes)
      expect(await desk.check(), situation).toHaveLength(mails)
    }
  })

  test('is queued once for each window, also by two instances at once, with the reference and nothing of the person', async () => {
    const location = await newStore()
    const { at, ask, check, callAt, clock } = await start(location)
    const other = await start(location, clock)
    const reference = await ask()
    await at(END + 5)
    await Promise.all([check(), other.check()])
    const [first, ...others] = await check()
    expect(others).toEqual([])
    const queued_at = clock.now.toISOString()
    expect(first).toMatchObject({ reference, channel: 'overdue-mail', status: 'waiting', queued_at, recipient: null })
    await callAt(END + 5, reference)
    await at(END + 24 * 60 + 4)
    expect(await check()).toHaveLength(1)
    await at(END + 24 * 60 + 5)
    expect((await check()).map((mail) => mail.reference)).toEqual([reference, reference])
  })

  test('belongs to the callback: an erased request neither erases nor repeats it', async () => {
    const { at, ask, check, erasures } = await start(await newStore())
    const [first, second] = [await ask(), await ask()]
    await at(END + 5)
    const [mail] = await check()
    expect(mail?.reference).toBe(first)
    await erasures.erase({ reference: first })
    await at(END + 6)
    expect(await check()).toEqual([{ ...mail, reference: second }])
    await erasures.erase({ reference: second })
    expect(await check()).toEqual([])
  })
})
