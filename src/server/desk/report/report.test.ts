import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { storePastCallbacks } from '../../../../tests/support/desk/past-callbacks.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'

const NOVEMBER = 'from=2026-11-17&to=2026-11-20'

async function start(store?: string) {
  const desk = await startCalls(store)
  const manager = await desk.signedIn('manager')
  return { ...desk, manager, report: (query: string) => manager.get(`/api/report?${query}`) }
}

test('The report counts callbacks by the days of the department, and what is suspected only as spam', async () => {
  const { database, ask, report } = await start()
  const callback = { slot: 'Anytime', calledAfter: null, status: 'new', service: null, campaign: null } as const
  // A day begins at 18:30 UTC.
  const instants = ['16T18:29:59.999Z', '16T18:30:00.000Z', '20T18:29:59.999Z', '20T18:30:00.000Z']
  const asked = instants.map((instant) => ({ ...callback, receivedAt: new Date(`2026-11-${instant}`) }))
  const spam = { ...callback, calledAfter: 5, status: 'spam', receivedAt: new Date('2026-11-18T03:00:00Z') } as const
  await storePastCallbacks(database, [...asked, spam])
  await ask({ phone: '0000009999', suspected: true })
  expect((await report(NOVEMBER)).json()).toMatchObject({
    spam: 2,
    requests_per_day: [1, 0, 0, 1].map((requests, index) => ({ day: `2026-11-${17 + index}`, requests })),
    time_to_first_call: { none_yet: 2 },
  })
})

test('The first campaign of a callback is the one that brought it, also when the clock of an instance is behind', async () => {
  const { ask, report } = await start()
  for (let person = 0; person < 5; person++) {
    const phone = `000000000${person}`
    await ask({ phone })
    await ask({ phone, campaign: 'letter' })
    await ask({ phone, campaign: 'autumn', minutesAgo: 1 })
  }
  expect((await report(NOVEMBER)).json().by_campaign).toEqual([{ campaign: 'letter', callbacks: 5 }])
})

test('The report covers a year at most, and the audit log says who read it', async () => {
  const { manager, report, events } = await start()
  for (const query of [
    ...['from=2026-11-01', 'to=2026-11-01', 'from=2026-02-30&to=2026-03-01'],
    ...['from=2026-11-02&to=2026-11-01', 'from=2025-11-01&to=2026-11-02'],
  ]) {
    expect((await report(query)).statusCode, query).toBe(422)
  }
  const answer = (await report('from=2025-11-02&to=2026-11-02')).json()
  expect(answer.requests_per_day).toHaveLength(366)
  expect(answer).toMatchObject({ called_within_slot: { called: 0, of: 0, share: null }, by_service: [] })
  const read = { by: manager.id, detail: '{"from":"2025-11-02","to":"2026-11-02"}' }
  expect(await events('report-read')).toMatchObject([read])
})

describeOnEachDatabase('The report', (newStore) => {
  test('lists whom nobody called in the window they opened with, newest first, without who called us before', async () => {
    const { ask, attempt, undo, report, manager, coordinator, ...desk } = await start(await newStore())
    const never = await ask({ phone: '0000000001', timeSlot: '10:00am-12:00pm', minutesAgo: 26 * 60 })
    const inTime = await ask({ phone: '0000000002', timeSlot: '02:00pm-04:00pm', minutesAgo: 120 })
    const incoming = await ask({ phone: '0000000003', timeSlot: '02:00pm-04:00pm', minutesAgo: 120 })
    const early = await ask({ phone: '0000000004', timeSlot: '08:00pm-10:00pm', minutesAgo: 3 })
    const undone = await ask({ phone: '0000000005', timeSlot: '10:00am-12:00pm', minutesAgo: 6 * 60 })
    await ask({ phone: '0000000006', timeSlot: '04:00pm-06:00pm' })
    await attempt(inTime, 'reached')
    await attempt(incoming, 'booked', { incoming: true })
    await attempt(early, 'booked')
    await attempt(await ask({ phone: '0000000007', timeSlot: '08:00pm-10:00pm' }), 'spam')
    await undo(undone, await attempt(undone, 'reached'))
    const { called_within_slot, time_to_first_call } = (await report(NOVEMBER)).json()
    expect(called_within_slot).toEqual({ called: 1, of: 4, share: null })
    expect(time_to_first_call).toEqual({ median_minutes: 0, p90_minutes: 60, none_yet: 4 })
    const first_call = { began_at: '2026-11-20T09:30:00.000Z', by: coordinator.email.split('@')[0], outcome: 'booked' }
    const window = { due_from: '2026-11-20T14:30:00.000Z', due_until: '2026-11-20T16:30:00.000Z' }
    const missed = [
      { reference: early, name: 'Asha Invented', slot: '08:00pm-10:00pm', ...window, first_call },
      { reference: undone, first_call: null },
      { reference: never, slot: '10:00am-12:00pm', due_from: '2026-11-20T04:30:00.000Z', first_call: null },
    ]
    expect((await manager.get(`/api/report/missed?${NOVEMBER}`)).json()).toMatchObject({ rows: missed, next: null })
    for (const limit of [1, 2]) {
      const pages = await manager.pages(`/api/report/missed?${NOVEMBER}&limit=${limit}`)
      expect(pages.map(({ length }) => length)).toEqual(limit === 1 ? [1, 1, 1] : [2, 1])
      expect(pages.flat()).toMatchObject(missed)
    }
    expect((await manager.get('/api/report/missed?from=2026-11-01')).statusCode).toBe(422)
    expect((await coordinator.get(`/api/report/missed?${NOVEMBER}`)).statusCode).toBe(403)
    expect((await desk.events('report-read')).length).toBe(7)
  })
})
