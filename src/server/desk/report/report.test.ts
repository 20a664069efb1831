import { expect, test } from 'vitest'
import { type PastCallback, storePastCallbacks } from '../../../../tests/support/desk/past-callbacks.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'

const NOVEMBER = 'from=2026-11-17&to=2026-11-20'
const MORNING = { slot: '10:00am-12:00pm', service: 'Rhinoplasty', campaign: 'autumn' } as const
const AFTERNOON = { slot: '02:00pm-04:00pm', service: null, campaign: null } as const

/** Callbacks that were asked for at 8:30 am in Kolkata, on so many a day of November. It is now 3 pm on the 20th. */
const PAST: [count: number, day: number, callback: Omit<PastCallback, 'receivedAt'>][] = [
  [1, 16, { ...MORNING, calledAfter: 30, status: 'booked' }],
  [6, 17, { ...MORNING, calledAfter: 30, status: 'booked' }],
  [2, 18, { ...MORNING, service: 'Liposuction', calledAfter: 150, status: 'reached' }],
  [3, 18, { ...AFTERNOON, campaign: 'letter', calledAfter: -20, status: 'not_interested' }],
  [1, 19, { ...AFTERNOON, calledAfter: null, status: 'new' }],
  [1, 19, { ...MORNING, calledAfter: 10, status: 'spam' }],
  [1, 20, { ...AFTERNOON, slot: '10:00pm-12:00am', calledAfter: null, status: 'new' }],
]

async function start() {
  const desk = await startCalls()
  const manager = await desk.signedIn('manager')
  return { ...desk, manager, report: (query: string) => manager.get(`/api/report?${query}`) }
}

test('The report counts the callbacks of its days by what became of them, and names no group under five', async () => {
  const { database, ask, report } = await start()
  const past = PAST.flatMap(([count, day, callback]) =>
    Array.from({ length: count }, () => ({ ...callback, receivedAt: new Date(`2026-11-${day}T03:00:00Z`) })),
  )
  await storePastCallbacks(database, past)
  await ask({ phone: '0000009999', suspected: true })
  const share = (called: number, of: number, value: number | null = null) => ({ called, of, share: value })
  expect((await report(NOVEMBER)).json()).toEqual({
    from: '2026-11-17',
    to: '2026-11-20',
    spam: 2,
    requests_per_day: [6, 5, 2, 1].map((requests, index) => ({ day: `2026-11-${17 + index}`, requests })),
    called_within_slot: share(6, 12, 0.5),
    time_to_first_call: { median_minutes: 30, p90_minutes: 150, none_yet: 2 },
    outcomes: [
      { outcome: 'Reached', callbacks: 2 },
      { outcome: 'Booked', callbacks: 6 },
      { outcome: 'Not interested', callbacks: 3 },
      { outcome: 'Wrong number', callbacks: 0 },
      { outcome: 'Unreachable', callbacks: 0 },
      { outcome: 'Still open', callbacks: 2 },
    ],
    by_service: [
      { service: 'Rhinoplasty', callbacks: 6 },
      { service: 'Others (fewer than 5 each)', callbacks: 7 },
    ],
    by_campaign: [
      { campaign: 'autumn', callbacks: 8 },
      { campaign: 'Others (fewer than 5 each)', callbacks: 5 },
    ],
    booked_by_campaign: [
      { campaign: 'autumn', booked: 6, of: 8 },
      { campaign: 'Others (fewer than 5 each)', booked: 0, of: 5 },
    ],
    called_by_slot: [
      { slot: MORNING.slot, ...share(6, 8, 0.75) },
      { slot: AFTERNOON.slot, ...share(0, 4) },
    ],
    called_by_weekday: [
      share(0, 0),
      share(6, 6, 1),
      share(0, 5, 0),
      share(0, 1),
      share(0, 0),
      share(0, 0),
      share(0, 0),
    ].map((own, weekday) => ({ weekday, ...own })),
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
    'from=2026-11-01',
    'to=2026-11-01',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-11-02&to=2026-11-01',
    'from=2025-11-01&to=2026-11-02',
  ]) {
    const refused = await report(query)
    expect([refused.statusCode, Object.keys(refused.json().errors).length], query).toEqual([422, 1])
  }
  const answer = (await report('from=2025-11-02&to=2026-11-02')).json()
  expect(answer.requests_per_day).toHaveLength(366)
  expect(answer).toMatchObject({ called_within_slot: { called: 0, of: 0, share: null }, by_service: [] })
  const read = { by: manager.id, detail: '{"from":"2025-11-02","to":"2026-11-02"}' }
  expect(await events('report-read')).toMatchObject([read])
})

test('No call takes a day before the year 1900 or after 2200', async () => {
  const { manager } = await start()
  for (const [day, status] of [
    ['1900-01-01', 200],
    ['2200-12-31', 200],
    ['1899-12-31', 422],
    ['2201-01-01', 422],
  ] as const) {
    const get = ['/api/report', '/api/audit'].map((path) => manager.get(`${path}?from=${day}&to=${day}`))
    const post = ['/api/requests/search', '/api/exports'].map((path) => manager.post(path, { from: day, to: day }))
    const answers = await Promise.all([...get, ...post])
    expect(
      answers.map(({ statusCode }) => statusCode),
      day,
    ).toEqual(Array(4).fill(status))
  }
})
