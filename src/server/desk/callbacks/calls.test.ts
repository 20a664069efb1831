import { describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { type Browser, startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'
import type { CallbackRow } from '../../../callback-request/calling/callback-row.ts'

describeOnEachDatabase('The worklist', (newStore) => {
  const start = async () => startCalls(await newStore())

  test('Has each callback in the bucket of its window, and says when one changes', async () => {
    const { ask, worklist } = await start()
    // Received yesterday at 15:00: overdue since today at 15:00.
    const overdue = await ask({ phone: '0000000001', minutesAgo: 24 * 60 })
    const due = await ask({ phone: '0000000002', timeSlot: '02:00pm-04:00pm' })
    const today = await ask({ phone: '0000000003', timeSlot: '10:00pm-12:00am' })
    const coming = await ask({ phone: '0000000004', timeSlot: '10:00am-12:00pm' })
    const list = await worklist()
    expect(list).toMatchObject({
      now: '2026-11-20T09:30:00.000Z', // 15:00 in Kolkata
      time_zone: 'Asia/Kolkata',
      today: '2026-11-20',
      changes_at: '2026-11-20T10:30:00.000Z',
      counts: { overdue: 1, due: 1, today: 1, coming: 1 },
    })
    const asked = (bucket: string) => list.buckets[bucket].rows.flatMap((row: CallbackRow) => row.references)
    const inBuckets = [asked('overdue'), asked('due'), asked('today'), asked('coming')]
    expect(inBuckets).toEqual([[overdue], [due], [today], [coming]])
    expect(list.buckets.due.rows[0]).toEqual({
      id: expect.stringMatching(/^[\d-]{10}T[\w.:-]+$/),
      name: 'Asha Invented',
      phone: '0000000002',
      service: 'Rhinoplasty',
      time_slot: '02:00pm-04:00pm',
      due_from: '2026-11-20T08:30:00.000Z',
      due_until: '2026-11-20T10:30:00.000Z',
      waiting_since: '2026-11-20T09:30:00.000Z',
      tries: 0,
      asked: 1,
      references: [due],
      status: 'new',
      language: null,
      has_message: false,
      last: null,
      claim: null,
    })
  })

  test('Has first whoever must be called first: by the end of windows that have begun, by the beginning of others', async () => {
    const { ask, coordinator, report, worklist } = await start()
    // It is 15:00. Those who are called last have asked first.
    await ask({ phone: '0000000002', minutesAgo: 25 * 60 })
    await ask({ phone: '0000000001', timeSlot: '10:00am-12:00pm', minutesAgo: 6 * 60 })
    await ask({ phone: '0000000004', minutesAgo: 3 * 60 })
    await ask({ phone: '0000000003', timeSlot: '02:00pm-04:00pm', minutesAgo: 2 * 60 })
    await ask({ phone: '0000000007', timeSlot: '10:00pm-12:00am', minutesAgo: 60 })
    const exact = await ask({ phone: '0000000006', minutesAgo: 50 })
    await coordinator.post(`/api/callbacks/${exact}/reschedule`, { day: '2026-11-20', time: '22:00' })
    // From 17:00 on, for a day.
    await report(await ask({ phone: '0000000005' }), 'no_answer')
    const { overdue, due, today } = (await worklist()).buckets
    const numbers = [overdue, due, today].map(({ rows }) => rows.map(({ phone }: CallbackRow) => Number(phone)))
    expect(numbers).toEqual([
      [1, 2],
      [3, 4],
      [5, 6, 7],
    ])
  })

  test('Is read page by page, filtered by service', async () => {
    const { ask, coordinator, database } = await start()
    for (const [number, minutesAgo] of [1, 2, 2, 2, 3].entries()) {
      await ask({ phone: `000000000${number}`, timeSlot: '02:00pm-04:00pm', minutesAgo })
    }
    const callbacks = await database.selectFrom('callbacks').select(['id', 'opened_at']).execute()
    const pages = await coordinator.pages('/api/worklist?bucket=due&limit=2')
    const inOrder = callbacks.toSorted((a, b) => (a.opened_at + a.id < b.opened_at + b.id ? -1 : 1))
    expect(pages.flat().map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id))
    const filtered = async (service: string) =>
      (await coordinator.get(`/api/worklist?service=${service}`)).json().counts.due
    expect(await filtered('Rhinoplasty')).toBe(5)
    expect(await filtered('Liposuction')).toBe(0)
    expect((await coordinator.get('/api/worklist?service=nope')).statusCode).toBe(422)
  })

  describe('Claiming', () => {
    test('holds a callback for 15 minutes, for one of two at once, and only one for each person', async () => {
      const { ask, coordinator, signedIn, clock, worklist, location } = await start()
      const [a, b] = [await ask({ phone: '0000000001', minutesAgo: 1 }), await ask({ phone: '0000000002' })]
      const other = await (await startDeskListener(location, { clock })).signedIn('coordinator', 'other')
      const answers = await Promise.all([coordinator.claim(a), other.claim(a)])
      expect(answers.map(statusOf).sort()).toEqual(['200', '409 claimed'])
      const lost = answers.find(({ statusCode }) => statusCode === 409)?.json()
      expect(lost.claim).toMatchObject({ until: '2026-11-20T09:45:00.000Z', mine: false })

      const third = await signedIn('coordinator', 'third')
      expect((await third.claim(b)).json().claim).toMatchObject({ mine: true, by: { name: 'third' } })
      clock.pass({ minutes: 14, seconds: 59 })
      await third.claim(b)
      expect(statusOf(await third.claim(a))).toBe('409 claimed')
      clock.pass({ seconds: 1 })
      expect(statusOf(await third.claim(a))).toBe('200')
      const { rows } = (await worklist()).buckets.due
      expect(rows.map(({ claim }: CallbackRow) => claim?.by.name)).toEqual(['third', undefined])
    })

    test('needs a word when the window, today or tomorrow, has not begun, and an open callback', async () => {
      const { ask, coordinator, report } = await start()
      for (const timeSlot of ['10:00pm-12:00am', '10:00am-12:00pm'] as const) {
        const id = await ask({ timeSlot })
        expect(statusOf(await coordinator.claim(id))).toBe('409 not-due')
        expect(statusOf(await report(id, 'booked'))).toBe('201')
        expect(statusOf(await coordinator.claim(id, { early: true }))).toBe('409 closed')
      }
    })

    test('is ended by the holder, or by a manager, who also ends the right to report', async () => {
      const { ask, coordinator, signedIn } = await start()
      const id = await ask()
      const release = async (browser: Browser) => statusOf(await browser.delete(`/api/callbacks/${id}/claim`))
      const [other, manager] = [await signedIn('coordinator'), await signedIn('manager')]
      await coordinator.claim(id)
      expect(await release(other)).toBe('409 claimed')
      expect(await release(coordinator)).toBe('204')
      await coordinator.claim(id)
      expect(await release(manager)).toBe('204')
      const late = await coordinator.post(`/api/callbacks/${id}/outcomes`, { outcome: 'reached' })
      expect(statusOf(late)).toBe('409 not-claimed')
    })
  })

  describe('An outcome', () => {
    test('is saved by the holder, also after the claim has run out, but not after another claim', async () => {
      const { ask, coordinator, signedIn, clock } = await start()
      const [a, b] = [await ask({ phone: '0000000001' }), await ask({ phone: '0000000002' })]
      const other = await signedIn('coordinator')
      const report = (browser: Browser, id: string) =>
        browser.post(`/api/callbacks/${id}/outcomes`, { outcome: 'reached' })
      expect(statusOf(await report(coordinator, a))).toBe('409 not-claimed')
      await coordinator.claim(a)
      expect(statusOf(await report(other, a))).toBe('409 claimed')
      clock.pass({ minutes: 20 })
      const saved = await report(coordinator, a)
      expect([saved.statusCode, saved.json()]).toMatchObject([
        201,
        {
          callback: { references: [a], status: 'reached', tries: 1, claim: null },
          attempt: { outcome: 'reached', at: '2026-11-20T09:50:00.000Z' },
          undo_until: '2026-11-20T10:00:00.000Z',
          next: { references: [b] },
        },
      ])
      expect(statusOf(await report(coordinator, a))).toBe('409 closed')

      await coordinator.claim(b)
      clock.pass({ minutes: 15 })
      await other.claim(b)
      expect(statusOf(await report(coordinator, b))).toBe('409 claimed')
    })

    test('sent twice with one key is saved once, and nothing of it when anything differs', async () => {
      const { ask, coordinator, database, clock } = await start()
      const id = await ask()
      await coordinator.claim(id)
      const send = (body: object) =>
        coordinator.post(`/api/callbacks/${id}/outcomes`, body, { 'idempotency-key': 'one' })
      const report = { outcome: 'call_later', day: '2026-11-21', time_slot: '10:00am-12:00pm', note: 'Rings back' }
      const [first, second] = [await send(report), await send(report)]
      expect([first.statusCode, second.statusCode]).toEqual([201, 201])
      expect(second.json().attempt).toEqual(first.json().attempt)

      const tables = ['attempts', 'notes', 'callbacks'] as const
      const everything = () => Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()))
      const before = await everything()
      for (const difference of [
        { outcome: 'reached' },
        { note: 'Does not ring back' },
        { note: undefined },
        { day: '2026-11-22' },
        { time_slot: '12:00pm-02:00pm' },
        { time: '10:00' },
      ]) {
        const refused = await send({ ...report, ...difference })
        expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['Idempotency-Key']])
      }
      clock.pass({ hours: 24 })
      await coordinator.signIn()
      const late = await send(report)
      expect([late.statusCode, late.json().attempt]).toEqual([201, first.json().attempt])
      const another = await send({ ...report, day: '2026-11-20' })
      expect([another.statusCode, Object.keys(another.json().errors)]).toEqual([422, ['day']])
      expect(await everything()).toEqual(before)
      expect(before.map(({ length }) => length)).toEqual([2, 1, 1]) // claimed and reported once
    })
  })

  test('names the next to be called: of overdue, then due, the first that nobody holds', async () => {
    const { ask, report, signedIn } = await start()
    const other = await signedIn('coordinator')
    const due = await ask({ phone: '0000000001', timeSlot: '02:00pm-04:00pm' })
    const another = await ask({ phone: '0000000002' })
    const held = await ask({ phone: '0000000003', minutesAgo: 24 * 60 + 1 })
    const overdue = await ask({ phone: '0000000004', minutesAgo: 24 * 60 })
    await ask({ phone: '0000000005', timeSlot: '10:00pm-12:00am' })
    const nextAfter = async (id: string) => (await report(id, 'reached')).json().next?.references[0]
    await other.claim(held)
    expect(await nextAfter(another)).toBe(overdue)
    expect(await nextAfter(overdue)).toBe(due)
    await other.delete(`/api/callbacks/${held}/claim`)
    expect(await nextAfter(due)).toBe(held)
    expect(await nextAfter(held)).toBeUndefined()
  })
})
