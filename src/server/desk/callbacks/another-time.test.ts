import { expect, test } from 'vitest'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { type Browser, statusOf } from '../../../../tests/support/start-desk-listener.ts'

/** It is 15:00 in Kolkata on 20 November. */
const AT_15_30 = { day: '2026-11-20', time: '15:30' }

/** What is chosen, and the window that it means, in UTC. */
const CHOICES: [
  chosen: { day: string; time_slot?: string | null; time?: string | null },
  from: string,
  until: string,
][] = [
  [{ day: '2026-11-21', time_slot: '10:00am-12:00pm' }, '2026-11-21T04:30', '2026-11-21T06:30'],
  [{ day: '2026-11-20', time_slot: '02:00pm-04:00pm' }, '2026-11-20T08:30', '2026-11-20T10:30'],
  [{ day: '2026-11-20', time_slot: '10:00pm-12:00am' }, '2026-11-20T16:30', '2026-11-20T18:30'],
  // Null is as if it were not there.
  [{ day: '2026-11-20', time_slot: '10:00pm-12:00am', time: null }, '2026-11-20T16:30', '2026-11-20T18:30'],
  [{ ...AT_15_30, time_slot: null }, '2026-11-20T10:00', '2026-11-20T10:30'],
  [AT_15_30, '2026-11-20T10:00', '2026-11-20T10:30'],
  // 15 minutes are left.
  [{ day: '2026-11-20', time: '14:45' }, '2026-11-20T09:15', '2026-11-20T09:45'],
  [{ day: '2027-01-19', time: '23:45' }, '2027-01-19T18:15', '2027-01-19T18:45'],
  [{ day: '2026-11-20', time_slot: 'Anytime' }, '2026-11-20T11:30', '2026-11-20T18:30'],
  [{ day: '2026-11-22', time_slot: 'Anytime' }, '2026-11-21T18:30', '2026-11-22T18:30'],
]

const NO_CHOICES = [
  { day: '2026-11-20' },
  { time: '15:30' },
  { time_slot: '10:00am-12:00pm' },
  { day: '2026-11-20', time: '14:44' },
  { day: '2026-11-19', time: '15:30' },
  { day: '2026-11-31', time: '15:30' },
  { day: '2027-01-20', time: '00:00' },
  { day: '2026-11-21', time: '24:00' },
  { day: '2026-11-21', time: '9:30' },
  { day: '2026-11-21', time: { toString: 1 } },
  { day: 20261121, time: '15:30' },
  { day: '2026-11-21', time_slot: 'noon' },
  { day: '2026-11-20', time_slot: '12:00pm-02:00pm' },
]

async function start() {
  const desk = await startCalls()
  const { coordinator } = desk
  const post =
    (call: string) =>
    (id: string, body: object = {}, by: Browser = coordinator) =>
      by.post(`/api/callbacks/${id}/${call}`, body)
  return {
    ...desk,
    reschedule: post('reschedule'),
    reopen: post('reopen'),
    later: (id: string, body: object) => post('outcomes')(id, { outcome: 'call_later', ...body }),
    /** A callback for 18:00 to 20:00 that is settled. @returns its reference */
    settle: async (outcome = 'reached', phone = '0000000001') => {
      const id = await desk.ask({ phone, timeSlot: '06:00pm-08:00pm' })
      await desk.report(id, outcome)
      return id
    },
    /** Who made the changes of a kind, in the timeline and in the audit log. */
    madeBy: async (id: string, kind: 'rescheduled' | 'reopened') => {
      const { timeline } = (await coordinator.get(`/api/requests/${id}`)).json()
      const told = timeline.filter((entry: { kind: string }) => entry.kind === kind)
      const audited = (await desk.events(kind)).filter(({ subject }) => subject === id)
      return [told.map((entry: { by: { id: string } }) => entry.by.id), audited.map(({ by }) => by)]
    },
    /** Tries to undo the latest change of a kind. */
    undoLatest: async (id: string, what: 'rescheduled' | 'reopened' | 'reached') => {
      const changes = desk.database.selectFrom('attempts').select('id').where('what', '=', what)
      const { id: attempt } = await changes.executeTakeFirstOrThrow()
      return statusOf(await desk.undo(id, attempt))
    },
  }
}

test('Another time may be a slot or an exact time of another day, with at least 15 minutes left, within 60 days', async () => {
  const { ask, coordinator, report, reschedule, reopen, later } = await start()
  for (const [number, [chosen, from, until]] of CHOICES.entries()) {
    const { time_slot = null } = chosen
    const window = { due_from: `${from}:00.000Z`, due_until: `${until}:00.000Z`, time_slot, tries: 0 }
    const id = await ask({ phone: `000000001${number}`, timeSlot: '06:00pm-08:00pm' })
    expect((await reschedule(id, chosen)).json()).toMatchObject({ ...window, status: 'new' })
    await coordinator.claim(id, { early: true })
    expect((await later(id, chosen)).json().callback).toMatchObject({ ...window, status: 'later' })
    await report(id, 'not_interested')
    expect((await reopen(id, chosen)).json()).toMatchObject({ ...window, status: 'again' })
  }
})

test('Another time is nothing else', async () => {
  const { ask, coordinator, reschedule, reopen, later, settle, clock } = await start()
  const settled = await settle()
  const id = await ask()
  await coordinator.claim(id)
  for (const body of NO_CHOICES) {
    for (const refused of [await later(id, body), await reschedule(id, body), await reopen(settled, body)]) {
      expect(refused.statusCode, JSON.stringify(body)).toBe(422)
      expect(Object.keys(refused.json().errors)).toHaveLength(1)
    }
  }
  const noTime = await reschedule(id, { day: '2026-11-21', time: '' })
  expect([noTime.statusCode, noTime.json().errors]).toEqual([422, { time: 'Please choose a time' }])
  const untilFour = { day: '2026-11-20', time_slot: '02:00pm-04:00pm' }
  clock.pass({ minutes: 45 })
  expect(statusOf(await reschedule(id, untilFour))).toBe('200')
  clock.pass({ ms: 1 })
  expect(statusOf(await reschedule(id, untilFour))).toBe('422')
})

test('Another time without a call keeps status, tries and claim, and is recorded; neither it nor the call before is undone', async () => {
  const { ask, attempt, coordinator, reschedule, madeBy, worklist, undo, undoLatest } = await start()
  const id = await ask({ timeSlot: '02:00pm-04:00pm' })
  const unanswered = await attempt(id, 'no_answer')
  await coordinator.claim(id, { early: true })
  const row = (await reschedule(id, AT_15_30)).json()
  expect(row).toMatchObject({ status: 'again', tries: 0, last: { outcome: 'no_answer' }, claim: { mine: true } })
  expect((await worklist()).buckets.today.rows).toEqual([row])
  // Its own id names it too.
  expect(statusOf(await reschedule(row.id, { ...AT_15_30, time: '16:00' }))).toBe('200')
  expect(await madeBy(id, 'rescheduled')).toEqual(Array(2).fill([coordinator.id, coordinator.id]))
  expect([statusOf(await undo(id, unanswered)), await undoLatest(id, 'rescheduled')]).toEqual(['409 not-last', '404'])
})

test('A settled callback opens again from now on for 24 hours when nothing is chosen, and it can be called at once', async () => {
  const { settle, reopen, coordinator, madeBy, clock, undoLatest } = await start()
  const id = await settle()
  clock.pass({ minutes: 1 })
  const row = (await reopen(id)).json()
  const window = { due_from: '2026-11-20T09:31:00.000Z', due_until: '2026-11-21T09:31:00.000Z' }
  expect(row).toMatchObject({ ...window, references: [id], status: 'again', tries: 0, claim: null })
  expect(await madeBy(id, 'reopened')).toEqual([[coordinator.id], [coordinator.id]])
  expect([await undoLatest(id, 'reached'), await undoLatest(id, 'reopened')]).toEqual(['409 not-last', '404'])
  expect(statusOf(await coordinator.claim(row.id))).toBe('200')
  // One of spam comes with its requests.
  const spam = await settle('spam', '0000000002')
  expect((await reopen(spam)).json()).toMatchObject({ status: 'new' })
  expect((await coordinator.get('/api/spam?kind=marked')).json().rows).toEqual([])
})

test('Opening again is refused while the person waits for another call, and names it', async () => {
  const { ask, settle, reopen, worklist } = await start()
  const id = await settle()
  const waiting = await ask()
  const refused = await reopen(id)
  const [row] = (await worklist()).buckets.due.rows
  expect([statusOf(refused), row.references]).toEqual(['409 open', [waiting]])
  expect(refused.json().callback).toEqual({ id: row.id, name: row.name })
  expect(statusOf(await reopen('XXXX-XXXX'))).toBe('404')
})
