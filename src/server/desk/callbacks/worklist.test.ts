import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import type { CallbackRow } from '../../../callback-request/calling/callback-row.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'

describeOnEachDatabase('The worklist', (newStore) => {
  test('has each callback in the bucket of its window, and for managers what all have done today', async () => {
    const { ask, coordinator, signedIn, report, worklist } = await startCalls(await newStore())
    const manager = await signedIn('manager')
    // Those who are called last have asked first.
    await ask({ phone: '0000000002', minutesAgo: 25 * 60 })
    await ask({ phone: '0000000001', timeSlot: '10:00am-12:00pm', minutesAgo: 6 * 60 })
    await ask({ phone: '0000000004', minutesAgo: 3 * 60 })
    const due = await ask({ phone: '0000000003', timeSlot: '02:00pm-04:00pm', minutesAgo: 2 * 60 })
    await ask({ phone: '0000000007', timeSlot: '10:00pm-12:00am', minutesAgo: 60 })
    const exact = await ask({ phone: '0000000006', minutesAgo: 50 })
    await coordinator.post(`/api/callbacks/${exact}/reschedule`, { day: '2026-11-20', time: '22:00' })
    // From 17:00 on, for a day.
    await report(await ask({ phone: '0000000005' }), 'no_answer')
    await ask({ phone: '0000000008', timeSlot: '10:00am-12:00pm' })
    await report(await ask({ phone: '0000000009' }), 'reached', { by: manager })
    for (const minutesAgo of [1, 24 * 60 - 1, 24 * 60]) await ask({ minutesAgo, suspected: true })
    const { buckets, ...list } = await worklist()
    expect(list).toEqual({
      now: '2026-11-20T09:30:00.000Z',
      time_zone: 'Asia/Kolkata',
      today: '2026-11-20',
      changes_at: '2026-11-20T10:30:00.000Z',
      counts: { overdue: 2, due: 2, today: 3, coming: 1 },
      held_back: 2,
      mine: { tries: 1, reached: 0, booked: 0 },
      team: null,
    })
    const team = { tries: 2, reached: 1, booked: 0 }
    expect(await worklist(manager)).toMatchObject({ mine: { tries: 1, reached: 1, booked: 0 }, team })
    const numbers = (bucket: string) => buckets[bucket].rows.map(({ phone }: CallbackRow) => Number(phone))
    expect(['due', 'overdue', 'today', 'coming'].map(numbers)).toEqual([[3, 4], [2, 1], [5, 6, 7], [8]])
    expect(buckets.due.rows[0]).toEqual({
      id: expect.stringMatching(/^[\d-]{10}T[\w.:-]+$/),
      ...{ name: 'Asha Invented', phone: '0000000003', number: null, shown: '0000000003' },
      ...{ service: 'Rhinoplasty', time_slot: '02:00pm-04:00pm' },
      ...{ due_from: '2026-11-20T08:30:00.000Z', due_until: '2026-11-20T10:30:00.000Z' },
      ...{ waiting_since: '2026-11-20T07:30:00.000Z', tries: 0, asked: 1, others: 0, references: [due], status: 'new' },
      ...{ language: null, has_message: false, last: null, claim: null },
    })
    const pages = await coordinator.pages('/api/worklist?bucket=today&limit=2')
    expect(pages.map((rows) => rows.map(({ phone }: CallbackRow) => Number(phone)))).toEqual([[5, 6], [7]])
    const ofOther = (await coordinator.get('/api/worklist?service=Liposuction')).json()
    expect(ofOther.counts).toMatchObject({ overdue: 0, due: 0 })
  })

  test('puts those who are overdue first whose slot is at this time of day, on each page and as the next one', async () => {
    const { ask, coordinator, report, clock } = await startCalls(await newStore())
    const asked = new Map<string, string>()
    const add = async (phone: string, timeSlot: TimeSlot = 'Anytime') =>
      asked.set(await ask({ phone, timeSlot }), phone)
    const exact = async (phone: string, time: string) => {
      await add(phone)
      await coordinator.post(`/api/callbacks/${[...asked.keys()].at(-1)}/reschedule`, { day: '2026-11-20', time })
    }
    await add('0000000007', '10:00am-12:00pm')
    await add('0000000006', '06:00pm-08:00pm')
    await exact('0000000005', '18:00')
    await add('0000000004')
    await add('0000000003', '04:00pm-06:00pm')
    await exact('0000000002', '16:00')
    // 4:10 pm on the next day.
    clock.pass({ hours: 25, minutes: 10 })
    await coordinator.signIn()
    await add('0000000001', '04:00pm-06:00pm')
    const place = ({ references }: CallbackRow) => Number(asked.get(references[0] ?? ''))
    const { rows } = (await coordinator.get('/api/worklist?bucket=overdue')).json()
    expect(rows.map(place)).toEqual([2, 3, 4, 5, 6, 7])
    for (const limit of [1, 2, 3]) {
      const pages = await coordinator.pages(`/api/worklist?bucket=overdue&limit=${limit}`)
      expect(pages.flat().map(place), String(limit)).toEqual([2, 3, 4, 5, 6, 7])
    }
    const { next } = (await coordinator.get('/api/worklist?bucket=overdue&limit=4')).json()
    clock.pass({ minutes: 110 })
    await coordinator.signIn()
    // At 6 pm another slot is first; the pages that follow keep the order of theirs.
    const second = (await coordinator.get(`/api/worklist?bucket=overdue&after=${next}`)).json()
    expect(second.rows.map(place)).toEqual([6, 7])
    const order = []
    for (let id = [...asked.keys()].at(-1); id !== undefined; id = order.at(-1)?.references[0]) {
      order.push((await report(id, 'reached')).json().next)
    }
    expect(order.flatMap((row) => (row ? [place(row)] : []))).toEqual([5, 6, 4, 2, 3, 7])
  })

  test('shows a number as people of the country write it, and the name of the first request', async () => {
    const { ask, worklist, erasures } = await startCalls(await newStore())
    const first = await ask({ name: 'Sunita Joshi', phone: '098765 43210', minutesAgo: 3 })
    const second = await ask({ name: 'S. Joshi', phone: '+91 98765-43210', message: 'After lunch?', minutesAgo: 2 })
    const row = async () => (await worklist()).buckets.due.rows[0]
    const number = { number: '+919876543210', shown: '98765 43210', asked: 2 }
    const shown = { name: 'Sunita Joshi', phone: '098765 43210', ...number, service: 'Rhinoplasty' }
    expect(await row()).toMatchObject({ ...shown, references: [second, first], has_message: true })
    await erasures.erase({ reference: first })
    expect(await row()).toMatchObject({ name: 'S. Joshi', phone: '+91 98765-43210', references: [second], asked: 1 })
  })
})
