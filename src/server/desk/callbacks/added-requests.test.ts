import { expect, test } from 'vitest'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'

const TOO_LATE = 'Please choose a time with at least 15 minutes left'

const TELEPHONED = { name: 'Meera Invented', phone: '0000000042', time_slot: 'Anytime' }

test('A callback that staff add is in the worklist, names who added it, and notifies nobody', async () => {
  const { database, coordinator, events, worklist } = await startCalls()
  const more = { service: 'Rhinoplasty', message: 'Prefers\nHindi.', language: 'hi', email: 'meera@visitor.example' }
  const added = await coordinator.post('/api/requests', { ...TELEPHONED, ...more })
  expect(added).toMatchObject({ statusCode: 201 })
  const { reference } = added.json()
  expect((await worklist()).buckets.due.rows).toMatchObject([
    { references: [reference], service: 'Rhinoplasty', language: 'hi', has_message: true, status: 'new', last: null },
  ])
  const person = (await coordinator.get(`/api/requests/${reference}`)).json()
  expect(person.requests).toMatchObject([{ form: 'desk', name: 'Meera Invented', message: 'Prefers\nHindi.' }])
  const by = { id: coordinator.id, name: expect.any(String) }
  expect(person.timeline).toEqual([
    { kind: 'added', at: expect.any(String), by },
    { kind: 'received', at: expect.any(String), by: null, reference },
  ])
  expect(await database.selectFrom('outbox_messages').selectAll().execute()).toEqual([])
  expect(await events('added')).toMatchObject([{ by: coordinator.id, subject: reference }])
})

test('A callback that staff add needs only a name, a number and a slot; of another day it has that day’s window', async () => {
  const { coordinator, worklist } = await startCalls()
  const chosen = { ...TELEPHONED, time_slot: '10:00am-12:00pm', day: '2026-11-25' }
  expect((await coordinator.post('/api/requests', chosen)).statusCode).toBe(201)
  expect((await worklist()).buckets.coming.rows).toMatchObject([
    {
      ...{ due_from: '2026-11-25T04:30:00.000Z', due_until: '2026-11-25T06:30:00.000Z' },
      ...{ service: null, has_message: false },
    },
  ])
  // Nobody can be found by an address that nobody has.
  const found = await coordinator.post('/api/requests/search', { text: 'visitor@visitor.example' })
  expect(found.json().rows).toEqual([])
})

test('A callback that staff add is refused in the form’s own words, and nothing is stored', async () => {
  const { database, coordinator } = await startCalls()
  for (const [wrong, errors] of [
    [{ name: 'Ab' }, { name: 'This field should be at least 4 characters long' }],
    [{ phone: 'none' }, { phone: 'Value must be numeric' }],
    [{ email: 'nobody' }, { email: 'Value is not a valid email address' }],
    [{ time_slot: 'noon' }, { time_slot: 'Please choose from the list' }],
    [{ service: 'Dentistry' }, { service: 'Please choose from the list' }],
    [{ language: 'Hindi!' }, { language: 'Please choose from the list' }],
    [{ day: '2026-11-01' }, { day: TOO_LATE }],
    [
      { email: 'nobody', day: 'soon' },
      { email: 'Value is not a valid email address', day: TOO_LATE },
    ],
  ]) {
    const refused = await coordinator.post('/api/requests', { ...TELEPHONED, ...wrong })
    expect(refused).toMatchObject({ statusCode: 422 })
    expect(refused.json().errors).toEqual(errors)
  }
  expect(await database.selectFrom('callback_requests').selectAll().execute()).toEqual([])
})

test('Before it rings the caller reads the newest requests, calls and notes, and what came of the latest call is in the list', async () => {
  const { ask, clock, coordinator, report, worklist } = await startCalls()
  const phone = '0000000007'
  const references = []
  for (let minutesAgo = 6; minutesAgo > 0; minutesAgo--) {
    references.push(await ask({ phone, minutesAgo, message: `Question ${minutesAgo}` }))
  }
  const id = (await worklist()).buckets.due.rows[0].id
  await report(id, 'no_answer', { note: 'Rang for long.' })
  expect((await worklist()).mine).toEqual({ tries: 1, reached: 0, booked: 0 })

  clock.pass({ hours: 3 })
  await coordinator.signIn()
  const claimed = (await coordinator.claim(references[0] ?? '', { early: true })).json()
  expect(claimed).toMatchObject({ id, last: { outcome: 'no_answer', at: expect.any(String) }, has_message: true })
  const { requests, attempts, notes } = claimed.context
  expect(requests.map(({ message }: { message: string }) => message)).toEqual(
    [1, 2, 3, 4, 5].map((minutesAgo) => `Question ${minutesAgo}`),
  )
  expect(requests[0]).toEqual({
    ...{ reference: references.at(-1), received_at: expect.any(String), form: 'contact', service: null },
    ...{ time_slot: 'Anytime', language: null, message: 'Question 1' },
  })
  expect(attempts).toEqual([{ at: expect.any(String), outcome: 'no_answer', by: expect.any(String) }])
  expect(notes).toEqual([{ at: expect.any(String), text: 'Rang for long.', by: expect.any(String) }])
})
