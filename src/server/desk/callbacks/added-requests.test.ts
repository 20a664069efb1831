import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { receiverIn } from '../../../../tests/support/receive.ts'
import type { CallContext } from '../../../callback-request/calling/callback-row.ts'

const TOO_LATE = 'Please choose a time with at least 15 minutes left, within 60 days'

const TELEPHONED = { name: 'Meera Invented', phone: '0000000042', time_slot: 'Anytime' }

test('A callback that staff add is in the worklist of every page, names who added it, and notifies nobody', async () => {
  const { database, changes, coordinator, events, worklist } = await startCalls()
  let told = 0
  changes.subscribe(() => told++)
  const more = { service: 'Rhinoplasty', message: 'Prefers\nHindi.', language: 'hi', email: 'meera@visitor.example' }
  const added = await coordinator.post('/api/requests', { ...TELEPHONED, ...more })
  expect([added.statusCode, told]).toEqual([201, 1])
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

  // A name, a number and a slot are enough; of another day it has that day's window.
  const chosen = { ...TELEPHONED, phone: '0000000043', time_slot: '10:00am-12:00pm', day: '2026-11-25' }
  expect((await coordinator.post('/api/requests', chosen)).statusCode).toBe(201)
  const window = { due_from: '2026-11-25T04:30:00.000Z', due_until: '2026-11-25T06:30:00.000Z' }
  const { rows } = (await worklist()).buckets.coming
  expect(rows).toMatchObject([{ ...window, service: null, language: null, has_message: false }])
})

test('A callback that staff add ends “Do not call” also for a request that is stored together with it', async () => {
  const { ask, report, database, clock, coordinator, worklist } = await startCalls()
  await report(await ask(), 'do_not_call')
  const receive = receiverIn(database, { now: () => clock.now })
  const asked = { phone: '0000000001', timeSlot: 'Anytime' } as const
  await Promise.all([receive(asked, { addedBy: { by: coordinator.id, client: null } }), receive(asked)])
  expect((await worklist()).buckets.due.rows).toMatchObject([{ asked: 2 }])
})

test('A callback that staff add is refused in the form’s own words, and nothing is stored', async () => {
  const { database, coordinator } = await startCalls()
  for (const [wrong, errors] of [
    [{ name: 'Ab' }, { name: 'This field should be at least 4 characters long' }],
    [{ time_slot: 'noon', day: '2026-11-25' }, { time_slot: 'Please choose from the list' }],
    [{ service: 'Dentistry' }, { service: 'Please choose from the list' }],
    // The site has no such language.
    [{ language: 'fr' }, { language: 'Please choose from the list' }],
    [{ day: '2026-11-01' }, { day: TOO_LATE }],
    [{ day: '2027-01-20' }, { day: TOO_LATE }],
    [
      { email: 'nobody', day: 'soon' },
      { email: 'Value is not a valid email address', day: TOO_LATE },
    ],
  ]) {
    const refused = await coordinator.post('/api/requests', { ...TELEPHONED, ...wrong })
    expect([refused.statusCode, refused.json().errors]).toEqual([422, errors])
  }
  expect(await database.selectFrom('callback_requests').selectAll().execute()).toEqual([])
})

describeOnEachDatabase('A callback that staff add with a key', (newStore) => {
  test('is stored once, also sent twice at once; another body under the key is refused, and another key is another request', async () => {
    const { clock, coordinator, database, worklist } = await startCalls(await newStore())
    const add = (body: object, key = 'key-1') =>
      coordinator.post('/api/requests', { ...TELEPHONED, ...body }, { 'idempotency-key': key })
    const day = { day: '2026-11-20' }
    const twice = await Promise.all([add(day), add(day)])
    clock.pass({ minutes: 1 })
    const answers = [...twice, await add(day)].map(({ statusCode, body }) => [statusCode, body])
    expect(answers).toEqual(Array(3).fill([201, twice[0]?.body]))
    for (const other of [{}, { day: '2026-11-21' }, { ...day, language: 'hi' }, { ...day, name: 'Somebody Else' }]) {
      const refused = await add(other)
      expect([refused.statusCode, refused.json().errors]).toMatchObject([
        422,
        { 'Idempotency-Key': expect.any(String) },
      ])
    }
    expect((await add(day, 'x'.repeat(256))).statusCode).toBe(422)
    expect((await worklist()).buckets.today.rows).toMatchObject([{ asked: 1 }])
    expect((await add(day, 'key-2')).statusCode).toBe(201)
    expect(await database.selectFrom('callback_requests').select('reference').execute()).toHaveLength(2)
  })
})

test('Before it rings the caller reads the first request, the one asked for and the newest, and what was said', async () => {
  const { ask, clock, coordinator, report, events, signedIn } = await startCalls()
  await report(await ask({ minutesAgo: 60 }), 'not_interested', { note: 'Chose another clinic.' })
  const references = []
  for (let minutesAgo = 7; minutesAgo > 0; minutesAgo--) {
    references.push(await ask({ minutesAgo, message: `Question ${minutesAgo}` }))
  }
  const [first = '', second = ''] = references
  const other = await ask({ name: 'Rahul Relative', timeSlot: '04:00pm-06:00pm' })
  await ask({ suspected: true })
  await report(first, 'no_answer', { note: 'Rang for long.' })
  clock.pass({ hours: 3 })
  await coordinator.signIn()
  const read = async (id: string, by = coordinator) => (await by.get(`/api/callbacks/${id}`)).json()
  const { callback, context } = await read(second.toLowerCase())
  expect(callback).toMatchObject({ last: { outcome: 'no_answer' }, has_message: true, others: 1, claim: null })
  const questions = ({ requests }: CallContext) => requests.map(({ message }) => message?.slice(-1))
  expect(questions(context)).toEqual(['1', '2', '3', '6', '7'])
  const window = { due_from: '2026-11-20T09:29:00.000Z', due_until: '2026-11-21T09:29:00.000Z' }
  expect(context.requests[0]).toEqual({
    ...{ reference: references.at(-1), received_at: expect.any(String), form: 'contact', service: null, ...window },
    ...{ name: 'Asha Invented', phone: '0000000001', time_slot: 'Anytime', language: null, message: 'Question 1' },
  })
  const of = { at: expect.any(String), by: coordinator.email.split('@')[0] }
  expect(context).toEqual({
    requests: expect.any(Array),
    attempts: [{ outcome: 'no_answer', ...of }],
    notes: [{ text: 'Rang for long.', ...of }],
    earlier: [
      {
        ...{ id: expect.any(String), reference: expect.any(String), status: 'not_interested', by: of.by },
        ...{ settled_at: '2026-11-20T09:30:00.000Z', note: 'Chose another clinic.' },
      },
    ],
    others: [
      {
        ...{ id: expect.any(String), name: 'Rahul Relative', claim: null },
        ...{ due_from: '2026-11-20T10:30:00.000Z', due_until: '2026-11-20T12:30:00.000Z' },
      },
    ],
    held_back: 1,
  })
  const claimed = (await coordinator.claim(callback.id, { early: true })).json()
  expect(claimed.context).toEqual({ ...context, requests: expect.any(Array) })
  expect(questions(claimed.context)).toEqual(['1', '2', '3', '4', '7'])
  expect((await read(other)).context).toMatchObject({ earlier: [], others: [{ claim: { mine: true } }], held_back: 1 })

  for (const id of [second, callback.id, callback.id]) await read(id)
  await read(second, await signedIn('coordinator'))
  for (const unknown of ['7K3M-9RXD', 'nope', '%00']) expect((await read(unknown)).status, unknown).toBe(404)
  const recorded = (await events('person-read')).map(({ by, subject }) => [by === coordinator.id, subject])
  expect(recorded).toEqual([
    [true, second],
    [true, other],
    [true, first],
    [false, second],
  ])
})

test('A note has up to 2,000 ordinary characters, beside the call and with it, where it may be left out', async () => {
  const { ask, report, coordinator, database } = await startCalls()
  // One character outside the BMP, which JavaScript counts as two.
  const long = ` ${'𝐀'.repeat(2_000)}\n`
  for (const [number, text] of ['a', long, `${long}𝐀`, ' \n ', 'a\u0007', undefined].entries()) {
    const id = await ask({ phone: `000000000${number}` })
    const answer = await coordinator.post(`/api/callbacks/${id}/notes`, { text })
    const status = number < 2 ? 201 : 422
    expect(answer.statusCode, `${number}`).toBe(status)
    if (status === 422) expect(Object.keys(answer.json().errors)).toEqual(['text'])
    const isNone = text === undefined || text.trim() === ''
    expect((await report(id, 'busy', isNone ? {} : { note: text })).statusCode, `${number}`).toBe(isNone ? 201 : status)
  }
  const notes = await database.selectFrom('notes').select('text').execute()
  expect(notes.map((note) => note.text).sort()).toEqual(['a', 'a', long.trim(), long.trim()])
})
