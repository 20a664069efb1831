import { expect, test } from 'vitest'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { type Browser, statusOf } from '../../../../tests/support/start-desk-listener.ts'

/** It is 15:00 in Kolkata on 20 November. */
const AT_15_30 = { day: '2026-11-20', time: '15:30' }

/** What is chosen, the window that it means, and the slot that is shown. */
const CHOICES = [
  [
    { day: '2026-11-21', time_slot: '10:00am-12:00pm' },
    '2026-11-21T04:30:00.000Z',
    '2026-11-21T06:30:00.000Z',
    '10:00am-12:00pm',
  ],
  [
    { day: '2026-11-20', time_slot: '02:00pm-04:00pm' },
    '2026-11-20T08:30:00.000Z',
    '2026-11-20T10:30:00.000Z',
    '02:00pm-04:00pm',
  ],
  [
    { day: '2026-11-20', time_slot: '10:00pm-12:00am' },
    '2026-11-20T16:30:00.000Z',
    '2026-11-20T18:30:00.000Z',
    '10:00pm-12:00am',
  ],
  [AT_15_30, '2026-11-20T10:00:00.000Z', '2026-11-20T10:30:00.000Z', '06:00pm-08:00pm'],
  // 15 minutes are left.
  [{ day: '2026-11-20', time: '14:45' }, '2026-11-20T09:15:00.000Z', '2026-11-20T09:45:00.000Z', '06:00pm-08:00pm'],
  [{ day: '2027-01-19', time: '23:45' }, '2027-01-19T18:15:00.000Z', '2027-01-19T18:45:00.000Z', '06:00pm-08:00pm'],
  [{ day: '2026-11-20', time_slot: 'Anytime' }, '2026-11-20T09:30:00.000Z', '2026-11-20T18:30:00.000Z', 'Anytime'],
  [{ day: '2026-11-22', time_slot: 'Anytime' }, '2026-11-21T18:30:00.000Z', '2026-11-22T18:30:00.000Z', 'Anytime'],
] as const

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
  { day: '2026-11-21', time: 930 },
  { day: '2026-11-21', time: ['15:30'] },
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
    undo: async (id: string, attempt: string | undefined) => statusOf(await post('undo')(id, { attempt })),
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
    /** The id of the change of a kind. */
    changeOf: async (what: 'rescheduled' | 'reopened' | 'reached') => {
      const changes = desk.database.selectFrom('attempts').select('id').where('what', '=', what)
      return (await changes.executeTakeFirstOrThrow()).id
    },
  }
}

test('Another time may be a slot or an exact time of another day, with at least 15 minutes left, within 60 days', async () => {
  const { ask, report, reschedule, reopen, settle } = await start()
  for (const [index, [chosen, due_from, due_until, time_slot]] of CHOICES.entries()) {
    const window = { due_from, due_until, time_slot }
    const phone = `000000001${index}`
    const id = await ask({ phone, timeSlot: '06:00pm-08:00pm' })
    expect((await reschedule(id, chosen)).json()).toMatchObject({ ...window, status: 'new', tries: 0 })
    const reported = (await report(id, 'call_later', chosen)).json()
    expect(reported.callback).toMatchObject({ ...window, status: 'later', tries: 0 })
    await report(id, 'not_interested')
    const reopened = await reopen(await settle('reached', phone), chosen)
    expect(reopened.json()).toMatchObject({ ...window, status: 'again', tries: 0 })
  }
})

test('Another time is nothing else', async () => {
  const { ask, coordinator, reschedule, reopen, settle, clock } = await start()
  const settled = await settle()
  const id = await ask()
  await coordinator.claim(id)
  for (const body of NO_CHOICES) {
    for (const refused of [
      await coordinator.post(`/api/callbacks/${id}/outcomes`, { outcome: 'call_later', ...body }),
      await reschedule(id, body),
      await reopen(settled, body),
    ]) {
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

test('An outcome is a text of the list', async () => {
  const { ask, coordinator } = await start()
  const id = await ask()
  for (const outcome of [undefined, 'nope', 5, ['call_later'], { toString: 1 }]) {
    const refused = await coordinator.post(`/api/callbacks/${id}/outcomes`, { outcome, ...AT_15_30 })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['outcome']])
  }
})

test('Another time without a call keeps status, tries and claim, and is in the timeline and the audit log', async () => {
  const { ask, report, coordinator, reschedule, madeBy, worklist } = await start()
  const id = await ask({ timeSlot: '02:00pm-04:00pm' })
  await report(id, 'no_answer')
  await coordinator.claim(id, { early: true })
  const row = (await reschedule(id, AT_15_30)).json()
  expect(row).toMatchObject({ status: 'again', tries: 1, last: { outcome: 'no_answer' }, claim: { mine: true } })
  expect((await worklist()).buckets.today.rows).toEqual([row])
  // Its own id names it too.
  expect(statusOf(await reschedule(row.id, { ...AT_15_30, time: '16:00' }))).toBe('200')
  const twice = [coordinator.id, coordinator.id]
  expect(await madeBy(id, 'rescheduled')).toEqual([twice, twice])
})

test('Another time is refused while a colleague holds the callback, for a settled one, and for none', async () => {
  const { ask, signedIn, reschedule, report } = await start()
  const id = await ask()
  const other = await signedIn('coordinator', 'other')
  await other.claim(id)
  const refused = await reschedule(id, AT_15_30)
  expect([statusOf(refused), refused.json().claim.by.name]).toEqual(['409 claimed', 'other'])
  await report(id, 'reached', { by: other })
  expect(statusOf(await reschedule(id, AT_15_30))).toBe('409 closed')
  expect(statusOf(await reschedule('XXXX-XXXX', AT_15_30))).toBe('404')
})

test('Another time is given up for a later request whose window ends first, and can be undone by nobody', async () => {
  const { ask, report, reschedule, undo, worklist, changeOf } = await start()
  const id = await ask()
  const { attempt } = (await report(id, 'no_answer')).json()
  await reschedule(id, { day: '2026-11-23', time: '10:00' })
  // Nor can the call before it.
  expect(await undo(id, attempt.id)).toBe('409 not-last')
  expect(await undo(id, await changeOf('rescheduled'))).toBe('404')
  await ask({ timeSlot: '06:00pm-08:00pm' })
  expect((await worklist()).buckets.today.rows).toMatchObject([{ asked: 2, due_from: '2026-11-20T12:30:00.000Z' }])
})

test('A settled callback opens again from now on for 24 hours when nothing is chosen, and it can be called at once', async () => {
  const { settle, reopen, coordinator, madeBy, clock, undo, changeOf } = await start()
  const id = await settle()
  clock.pass({ minutes: 1 })
  const row = (await reopen(id)).json()
  const window = { due_from: '2026-11-20T09:31:00.000Z', due_until: '2026-11-21T09:31:00.000Z' }
  expect(row).toMatchObject({ ...window, references: [id], status: 'again', tries: 0, claim: null })
  expect(await madeBy(id, 'reopened')).toEqual([[coordinator.id], [coordinator.id]])
  expect(await undo(id, await changeOf('reached'))).toBe('409 not-last')
  expect(await undo(id, await changeOf('reopened'))).toBe('404')
  expect(statusOf(await coordinator.claim(row.id))).toBe('200')
})

test('A settled callback begins a new row of tries for an unreachable one, and brings the requests of spam back', async () => {
  const { ask, report, reopen, settle, coordinator } = await start()
  const id = await ask({ timeSlot: '06:00pm-08:00pm' })
  for (const outcome of ['no_answer', 'busy', 'no_answer']) await report(id, outcome)
  expect((await reopen(id, AT_15_30)).json()).toMatchObject({ status: 'again', tries: 0 })
  expect((await report(id, 'no_answer')).json().callback).toMatchObject({ status: 'again', tries: 1 })
  const spam = await settle('spam', '0000000002')
  expect((await reopen(spam)).json()).toMatchObject({ status: 'new' })
  expect((await coordinator.get('/api/spam')).json().rows).toEqual([])
})

test('Opening again is refused for an open one, also for the second of two at once, or when the number waits for another call', async () => {
  const { ask, settle, report, reopen, signedIn } = await start()
  const id = await settle()
  const other = await signedIn('coordinator')
  const answers = await Promise.all([reopen(id), reopen(id, {}, other)])
  expect(answers.map(statusOf).sort()).toEqual(['200', '409 open'])
  await report(id, 'booked')
  await ask()
  expect(statusOf(await reopen(id))).toBe('409 open')
  expect(statusOf(await reopen('XXXX-XXXX'))).toBe('404')
})
