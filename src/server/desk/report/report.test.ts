import { expect, test } from 'vitest'
import { storePastCallbacks } from '../../../../tests/support/desk/past-callbacks.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'

const NOVEMBER = 'from=2026-11-17&to=2026-11-20'

async function start() {
  const desk = await startCalls()
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
