import { describe, expect, test } from 'vitest'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import type { Browser } from '../../../../tests/support/start-desk-listener.ts'

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
  { day: 20261121, time: '15:30' },
  { day: '2026-11-21', time_slot: 'noon' },
  { day: '2026-11-20', time_slot: '12:00pm-02:00pm' },
]

describe('Another time', () => {
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
      undo: post('undo'),
      /** A callback for 18:00 to 20:00 that is settled. @returns its reference */
      settle: async (outcome = 'reached', phone = '0000000001') => {
        const id = await desk.ask({ phone, timeSlot: '06:00pm-08:00pm' })
        await desk.report(id, outcome)
        return id
      },
      changes: async (id: string, kind: 'rescheduled' | 'reopened') => {
        const { timeline } = (await coordinator.get(`/api/requests/${id}`)).json()
        return {
          timeline: timeline.filter((entry: { kind: string }) => entry.kind === kind),
          audit: await desk.events(kind),
        }
      },
    }
  }

  test('may be a slot or an exact time of another day, with at least 15 minutes left, within 60 days', async () => {
    const { ask, report, reschedule, reopen, settle } = await start()
    for (const [index, [chosen, due_from, due_until, time_slot]] of CHOICES.entries()) {
      const window = { due_from, due_until, time_slot }
      const phone = `000000001${index}`
      const id = await ask({ phone, timeSlot: '06:00pm-08:00pm' })
      const rescheduled = await reschedule(id, chosen)
      expect([rescheduled.statusCode, rescheduled.json()]).toMatchObject([200, { ...window, status: 'new', tries: 0 }])
      const reported = (await report(id, 'call_later', chosen)).json()
      expect(reported.callback).toMatchObject({ ...window, status: 'later', tries: 0 })
      await report(id, 'not_interested')
      const reopened = await reopen(await settle('reached', phone), chosen)
      expect([reopened.statusCode, reopened.json()]).toMatchObject([200, { ...window, status: 'again', tries: 0 }])
    }
  })

  test('is nothing else', async () => {
    const { ask, coordinator, reschedule, reopen, settle } = await start()
    const settled = await settle()
    const id = await ask()
    await coordinator.post(`/api/callbacks/${id}/claim`)
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
  })

  describe('without a call', () => {
    test('keeps status, tries and claim, and is in the timeline and the audit log', async () => {
      const { ask, report, coordinator, reschedule, changes, worklist } = await start()
      const id = await ask({ timeSlot: '02:00pm-04:00pm' })
      await report(id, 'no_answer')
      await coordinator.post(`/api/callbacks/${id}/claim`, { early: true })
      const row = (await reschedule(id, AT_15_30)).json()
      expect(row).toMatchObject({ status: 'again', tries: 1, last: { outcome: 'no_answer' }, claim: { mine: true } })
      expect((await worklist()).buckets.today.rows).toEqual([row])
      // Its own id names it too.
      expect((await reschedule(row.id, { ...AT_15_30, time: '16:00' })).statusCode).toBe(200)
      const by = { id: coordinator.id }
      expect(await changes(id, 'rescheduled')).toMatchObject({
        timeline: [{ by }, { by }],
        audit: [
          { by: coordinator.id, subject: id },
          { by: coordinator.id, subject: id },
        ],
      })
    })

    test('is refused while a colleague holds the callback, for a settled one, and for none', async () => {
      const { ask, signedIn, reschedule, report } = await start()
      const id = await ask()
      const other = await signedIn('coordinator', 'other')
      await other.post(`/api/callbacks/${id}/claim`)
      const refused = (await reschedule(id, AT_15_30)).json()
      expect(refused).toMatchObject({ status: 409, code: 'claimed', claim: { by: { name: 'other' } } })
      await report(id, 'reached', { by: other })
      expect((await reschedule(id, AT_15_30)).json()).toMatchObject({ status: 409, code: 'closed' })
      expect((await reschedule('XXXX-XXXX', AT_15_30)).statusCode).toBe(404)
    })

    test('is given up for the promise to a later request whose window ends first, and can be undone by nobody', async () => {
      const { ask, report, reschedule, undo, worklist, database } = await start()
      const id = await ask()
      const { attempt } = (await report(id, 'no_answer')).json()
      await reschedule(id, { day: '2026-11-23', time: '10:00' })
      // Nor can the call before it.
      expect((await undo(id, { attempt: attempt.id })).json()).toMatchObject({ status: 409, code: 'not-last' })
      const change = await database.selectFrom('attempts').select('id').where('what', '=', 'rescheduled').execute()
      expect((await undo(id, { attempt: change[0]?.id })).statusCode).toBe(404)
      await ask({ timeSlot: '06:00pm-08:00pm' })
      expect((await worklist()).buckets.today.rows).toMatchObject([{ asked: 2, due_from: '2026-11-20T12:30:00.000Z' }])
    })
  })

  describe('of a settled callback', () => {
    test('is from now on for 24 hours when nothing is chosen, and it can be called at once', async () => {
      const { settle, reopen, coordinator, changes, clock, undo, database } = await start()
      const id = await settle()
      clock.pass({ minutes: 1 })
      const row = (await reopen(id)).json()
      expect(row).toMatchObject({
        references: [id],
        status: 'again',
        tries: 0,
        due_from: '2026-11-20T09:31:00.000Z',
        due_until: '2026-11-21T09:31:00.000Z',
        claim: null,
      })
      const by = { id: coordinator.id }
      expect(await changes(id, 'reopened')).toMatchObject({
        timeline: [{ by }],
        audit: [{ by: coordinator.id, subject: id }],
      })
      const attempts = await database.selectFrom('attempts').selectAll().orderBy('id').execute()
      const [reached, reopened] = ['reached', 'reopened'].map((one) => attempts.find(({ what }) => what === one)?.id)
      expect((await undo(id, { attempt: reached })).json()).toMatchObject({ status: 409, code: 'not-last' })
      expect((await undo(id, { attempt: reopened })).statusCode).toBe(404)
      expect((await coordinator.post(`/api/callbacks/${row.id}/claim`)).statusCode).toBe(200)
    })

    test('begins a new row of tries for an unreachable one, and brings the requests of spam back', async () => {
      const { ask, report, reopen, settle, coordinator } = await start()
      const id = await ask({ timeSlot: '06:00pm-08:00pm' })
      for (const outcome of ['no_answer', 'busy', 'no_answer']) await report(id, outcome)
      expect((await reopen(id, AT_15_30)).json()).toMatchObject({ status: 'again', tries: 0 })
      expect((await report(id, 'no_answer')).json().callback).toMatchObject({ status: 'again', tries: 1 })
      const spam = await settle('spam', '0000000002')
      expect((await reopen(spam)).json()).toMatchObject({ status: 'new' })
      expect((await coordinator.get('/api/spam')).json().rows).toEqual([])
    })

    test('is refused when it is open, also for the second of two at once, or the number waits for another call', async () => {
      const { ask, settle, report, reopen, signedIn } = await start()
      const id = await settle()
      const other = await signedIn('coordinator')
      const answers = await Promise.all([reopen(id), reopen(id, {}, other)])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      expect((await reopen(id)).json()).toMatchObject({ status: 409, code: 'open' })
      await report(id, 'booked')
      await ask()
      expect((await reopen(id)).json()).toMatchObject({ status: 409, code: 'open' })
      expect((await reopen('XXXX-XXXX')).statusCode).toBe(404)
    })
  })
})
