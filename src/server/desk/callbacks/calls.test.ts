import { describe, expect, test } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { type Browser, startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'
import type { CallbackRow } from '../../../callback-request/calling/callback-row.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import { queueMails } from '../../storage/overdue.ts'
import * as accounts from '../../storage/staff-accounts.ts'

/** At 15:00 in Kolkata. */
async function start(store?: string) {
  const desk = await startCalls(store)
  const { coordinator } = desk
  return {
    ...desk,
    release: async (id: string, by: Browser = coordinator) => statusOf(await by.delete(`/api/callbacks/${id}/claim`)),
    /** Says what came of a call that may not have been claimed. */
    save: (id: string, body: object, by: Browser = coordinator, headers = {}) =>
      by.post(`/api/callbacks/${id}/outcomes`, body, headers),
  }
}

describeOnEachDatabase('The worklist', (newStore) => {
  test('has each callback in the bucket of its window, and for managers what all have done today', async () => {
    const { ask, coordinator, signedIn, report, worklist } = await start(await newStore())
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
    const { ask, coordinator, report, clock } = await start(await newStore())
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
    const { ask, worklist, erasures } = await start(await newStore())
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

describeOnEachDatabase('A claim', (newStore) => {
  test('lasts 15 minutes and is for one of two at once, also of instances whose clocks differ by an hour', async () => {
    const { ask, coordinator, signedIn, clock, worklist, location } = await start(await newStore())
    const [a, b] = [await ask({ phone: '0000000001', minutesAgo: 1 }), await ask({ phone: '0000000002' })]
    const isShared = location.startsWith('postgres')
    const ahead = new Clock()
    if (isShared) ahead.pass({ hours: 1 })
    const other = await (await startDeskListener(location, { clock: ahead })).signedIn('coordinator', 'other')
    for (const [first, second] of [
      [coordinator, other],
      [other, coordinator],
    ] as const) {
      const answers = await Promise.all([first.claim(a), second.claim(a)])
      expect(answers.map(statusOf).sort()).toEqual(['200', '409 claimed'])
      const [holder, loser] = answers[0]?.statusCode === 200 ? [first, second] : [second, first]
      const refused = await loser.claim(a)
      const until = `2026-11-20T${isShared && loser === other ? '10' : '09'}:45:00.000Z`
      expect(refused.json().claim).toMatchObject({ until, mine: false })
      expect((await holder.claim(a)).json().claim).toMatchObject({ mine: true })
      await holder.delete(`/api/callbacks/${a}/claim`)
    }
    await coordinator.claim(a)
    const third = await signedIn('coordinator', 'third')
    expect((await third.claim(b)).json().claim).toMatchObject({ mine: true, by: { name: 'third' } })
    clock.pass({ minutes: 14, seconds: 59 })
    await third.claim(b)
    expect(statusOf(await third.claim(a, { instead: true }))).toBe('409 claimed')
    clock.pass({ seconds: 1 })
    expect(statusOf(await third.claim(a, { instead: true }))).toBe('200')
    const { rows } = (await worklist()).buckets.due
    expect(rows.map(({ claim }: CallbackRow) => claim?.by.name)).toEqual(['third', undefined])
  })

  test('of a clock that was ahead blocks nobody: not the row, the next one, the mail or the call', async () => {
    const { ask, coordinator, signedIn, clock, followClock, worklist, database, save } = await start(await newStore())
    const [held, first] = [
      await ask({ timeSlot: '02:00pm-04:00pm' }),
      await ask({ phone: '0000000002', minutesAgo: 9 }),
    ]
    await coordinator.claim(first)
    // A millisecond later than a new claim can end.
    const ahead = new Date(clock.now.getTime() + 15 * 60_000 + 1).toISOString()
    const wrong = { claimed_by: 'somebody', claimed_until: ahead, last_held_by: 'somebody' }
    await database.updateTable('callbacks').set(wrong).where('first_reference', '=', held).execute()
    expect((await save(first, { outcome: 'reached' })).json().next).toMatchObject({ references: [held], claim: null })
    expect((await worklist()).buckets.due.rows).toMatchObject([{ references: [held], claim: null }])
    expect(statusOf(await (await signedIn('coordinator')).claim(held))).toBe('200')
    clock.pass({ minutes: 65 })
    await followClock()
    const muchLater = new Date(clock.now.getTime() + 86_400_000).toISOString()
    await database.updateTable('callbacks').set({ claimed_until: muchLater }).execute()
    expect(await queueMails(database, clock.now)).toBe(1)
  })

  test('ends when its person signs out, is disabled, or has no session any more', async () => {
    const { ask, act, signedIn, clock, worklist, browser } = await start(await newStore())
    const id = await ask()
    const holder = async () => (await worklist()).buckets.due.rows[0].claim?.by.name
    const held = async (name: string) => {
      const person = await signedIn('coordinator', name)
      await person.claim(id)
      expect(await holder()).toBe(name)
      return person
    }
    const leaving = await held('leaving')
    await leaving.post('/api/sign-out')
    expect(await holder()).toBeUndefined()
    await accounts.disable(act(), (await held('disabled')).id)
    expect(await holder()).toBeUndefined()

    // A page that stays open keeps the claim, and not the session.
    const away = await held('away')
    const elsewhere = Object.assign(browser(), { email: away.email })
    for (let minutes = 10; minutes <= 60; minutes += 10) {
      clock.pass({ minutes: 10 })
      if (minutes === 50) await elsewhere.signIn()
      if (minutes < 60) await away.post(`/api/callbacks/${id}/claim`, { prolong: true }, { 'x-background': 'true' })
    }
    expect((await away.get('/api/me')).statusCode).toBe(401)
    const { claim } = (await elsewhere.get('/api/worklist')).json().buckets.due.rows[0]
    expect(claim).toMatchObject({ mine: true })
    await elsewhere.claim(id)
    clock.pass({ minutes: 10 })
    await elsewhere.claim(id)
  })
})

test('A claim is refused in one order: a colleague calls the number, closed, not due, and while another is held', async () => {
  const { ask, coordinator, report, signedIn, worklist, release } = await start()
  const other = await signedIn('coordinator', 'other')
  const rahul = await ask({ name: 'Rahul Invented' })
  const closed = await ask({ name: 'Sunita Invented' })
  await report(closed, 'booked')
  await other.claim(rahul)
  // At this number, though closed.
  const refused = await coordinator.claim(closed)
  expect([statusOf(refused), refused.json().claim]).toMatchObject([
    '409 claimed',
    { by: { name: 'other' }, mine: false },
  ])
  await release(rahul, other)
  expect(statusOf(await coordinator.claim(closed))).toBe('409 closed')

  await coordinator.claim(rahul)
  const ids: string[] = []
  for (const timeSlot of ['10:00pm-12:00am', '10:00am-12:00pm'] as const) {
    const id = await ask({ timeSlot, phone: '0000000002', name: `Asha ${timeSlot}` })
    ids.push(id)
    expect(statusOf(await coordinator.claim(id))).toBe('409 not-due')
    const holding = await coordinator.claim(id, { early: true })
    expect([statusOf(holding), holding.json().callback]).toEqual([
      '409 holding',
      { id: expect.stringMatching(/^2026-/), name: 'Rahul Invented' },
    ])
  }
  expect((await worklist()).buckets.due.rows[0].claim.mine).toBe(true)
  expect(statusOf(await coordinator.claim(ids[0] ?? '', { early: true, instead: true }))).toBe('200')
  expect((await worklist()).buckets.due.rows[0].claim).toBeNull()
  expect((await coordinator.claim(rahul, { instead: 'yes', prolong: 1 })).json().errors).toEqual({
    instead: 'This must be true or false',
    prolong: 'This must be true or false',
  })
})

test('A hold that has not ended is prolonged, the call still began when it was claimed first, and prolonging begins none', async () => {
  const { ask, coordinator, clock, save, signedIn, events } = await start()
  const id = await ask({ timeSlot: '02:00pm-04:00pm' })
  const prolong = async (by = coordinator) => statusOf(await by.claim(id, { prolong: true }))
  expect(await prolong()).toBe('409 not-claimed')
  await coordinator.claim(id)
  clock.pass({ minutes: 14 })
  expect(await prolong()).toBe('200')
  expect(await prolong(await signedIn('coordinator'))).toBe('409 claimed')
  clock.pass({ minutes: 14 })
  await coordinator.claim(id)
  clock.pass({ minutes: 14 })
  expect(await events('claimed')).toHaveLength(1)
  expect((await save(id, { outcome: 'no_answer' })).json().attempt.began_at).toBe('2026-11-20T09:30:00.000Z')
  await coordinator.claim(id, { early: true })
  clock.pass({ minutes: 15 })
  expect(await prolong()).toBe('409 not-claimed')
  await coordinator.claim(id, { early: true })
  const { attempt } = (await save(id, { outcome: 'busy' })).json()
  expect(attempt).toMatchObject({ began_at: '2026-11-20T10:27:00.000Z', at: '2026-11-20T10:27:00.000Z' })
})

test('A claim is ended by its holder, or by a manager, who also ends the right to report', async () => {
  const { ask, coordinator, signedIn, release, save, events } = await start()
  const id = await ask()
  const [other, manager] = [await signedIn('coordinator'), await signedIn('manager')]
  // As somebody types a reference.
  await coordinator.claim(id.toLowerCase())
  expect(await release(id, other)).toBe('409 claimed')
  expect(await release(id.replace('-', '%20'))).toBe('204')
  await coordinator.claim(id)
  expect(await release(id, manager)).toBe('204')
  // One's own is recorded by nothing but its claim.
  expect(await events('released')).toMatchObject([{ by: manager.id, subject: id }])
  expect(statusOf(await save(id, { outcome: 'reached' }))).toBe('409 not-claimed')
})

describe('An outcome', () => {
  test('is saved by the holder, also after the claim has run out, but not after another claim', async () => {
    const { ask, coordinator, signedIn, clock, save } = await start()
    const [a, b] = [await ask({ phone: '0000000001' }), await ask({ phone: '0000000002' })]
    const other = await signedIn('coordinator')
    const reached = { outcome: 'reached' }
    expect(statusOf(await save(a, reached))).toBe('409 not-claimed')
    await coordinator.claim(a)
    expect(statusOf(await save(a, reached, other))).toBe('409 claimed')
    clock.pass({ minutes: 20 })
    const saved = await save(a, reached)
    expect([saved.statusCode, saved.json()]).toMatchObject([
      201,
      {
        callback: { references: [a], status: 'reached', tries: 0, claim: null },
        attempt: { outcome: 'reached', at: '2026-11-20T09:50:00.000Z' },
        undo_until: '2026-11-20T10:00:00.000Z',
        next: { references: [b] },
      },
    ])
    expect(statusOf(await save(a, reached))).toBe('409 closed')

    await coordinator.claim(b)
    clock.pass({ minutes: 15 })
    await other.claim(b)
    expect(statusOf(await save(b, reached))).toBe('409 claimed')
  })

  test('is one of the list, and of a call of theirs none that nobody answered', async () => {
    const { ask, coordinator, save } = await start()
    const id = await ask()
    await coordinator.claim(id)
    for (const [outcome, incoming] of [
      ['reached', 'yes'],
      ['reached', null],
      ['busy', true],
    ]) {
      const refused = await save(id, { outcome, incoming })
      expect([refused.statusCode, Object.keys(refused.json().errors ?? {})]).toEqual([422, ['incoming']])
    }
    for (const outcome of [undefined, 'nope', 5, ['call_later'], { toString: 1 }]) {
      const refused = await save(id, { outcome, day: '2026-11-20', time: '15:30' })
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['outcome']])
    }
  })

  test('sent twice with one key is saved once, and nothing of it when anything differs', async () => {
    const { ask, coordinator, database, clock, save } = await start()
    const id = await ask()
    await coordinator.claim(id)
    const send = (body: object) => save(id, body, coordinator, { 'idempotency-key': 'one' })
    const report = { outcome: 'call_later', day: '2026-11-21', time_slot: '10:00am-12:00pm', note: 'Rings back' }
    const [first, second] = [await send(report), await send({ unknown: true, ...report })]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json().attempt).toEqual(first.json().attempt)

    const tables = ['attempts', 'notes', 'callbacks'] as const
    const everything = () => Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()))
    const before = await everything()
    const refusal = async (changes: object) => {
      const refused = await send({ ...report, ...changes })
      return [refused.statusCode, Object.keys(refused.json().errors)]
    }
    const others = {
      outcome: 'reached',
      note: undefined,
      day: '2026-11-22',
      time_slot: '12:00pm-02:00pm',
      time: '10:00',
      incoming: true,
    }
    for (const [name, value] of Object.entries(others)) {
      expect(await refusal({ [name]: value }), name).toEqual([422, ['Idempotency-Key']])
    }
    // By then the chosen window is over.
    clock.pass({ hours: 24 })
    await coordinator.signIn()
    const late = await send(report)
    expect([late.statusCode, late.json().attempt]).toEqual([201, first.json().attempt])
    expect(await refusal({ day: '2026-11-20' })).toEqual([422, ['day']])
    expect(await everything()).toEqual(before)
    expect(before.map(({ length }) => length)).toEqual([2, 1, 1]) // claimed and reported once
  })

  test('names the next to be called: of due, then overdue, the first that the caller could claim', async () => {
    const { ask, report, release, signedIn } = await start()
    const other = await signedIn('coordinator')
    const held = await ask({ phone: '0000000001', timeSlot: '02:00pm-04:00pm', minutesAgo: 1 })
    const relative = await ask({ name: 'Rahul Relative', phone: '0000000001', timeSlot: '02:00pm-04:00pm' })
    const [another, due] = [await ask({ phone: '0000000002' }), await ask({ phone: '0000000003' })]
    const overdue = await ask({ phone: '0000000004', minutesAgo: 24 * 60 })
    await ask({ phone: '0000000005', timeSlot: '10:00pm-12:00am' })
    const nextAfter = async (id: string) => (await report(id, 'reached')).json().next?.references[0]
    await other.claim(held)
    expect(await nextAfter(another)).toBe(due)
    expect(await nextAfter(due)).toBe(overdue)
    await release(held, other)
    expect(await nextAfter(overdue)).toBe(held)
    expect(await nextAfter(held)).toBe(relative)
    // Never the one that was just saved.
    const late = { outcome: 'call_later', day: '2026-11-20', time: '14:50' }
    expect((await report(relative, 'call_later', late)).json()).toMatchObject({ next: null })
  })

  test('is among the calls of its author today, until when it can be undone', async () => {
    const { ask, attempt, report, undo, coordinator, signedIn, clock } = await start()
    const calls = async () => (await coordinator.get('/api/me/calls')).json().rows
    const [first, second] = [await ask({ phone: '0000000001' }), await ask({ phone: '0000000002' })]
    await report(first, 'booked', { by: await signedIn('coordinator') })
    const busy = await attempt(second, 'busy', { note: 'Rang long.' })
    clock.pass({ minutes: 1 })
    const later = await attempt(second, 'call_later', { day: '2026-11-21', time_slot: 'Anytime' })
    const [callback] = Object.values<{ rows: CallbackRow[] }>((await coordinator.get('/api/worklist')).json().buckets)
      .flatMap(({ rows }) => rows)
      .filter(({ references }) => references[0] === second)
    const common = { callback: callback?.id, reference: second, name: 'Asha Invented' }
    const call = { ...common, attempt: busy, outcome: 'busy', note: 'Rang long.' }
    const [at, began_at] = ['2026-11-20T09:30:00.000Z', '2026-11-20T09:30:00.000Z']
    expect(await calls()).toMatchObject([
      { ...common, attempt: later, outcome: 'call_later', note: null, undo_until: '2026-11-20T09:41:00.000Z' },
      { ...call, at, began_at, undo_until: null },
    ])
    await undo(second, later)
    expect(await calls()).toEqual([{ ...call, at, began_at, undo_until: '2026-11-20T09:40:00.000Z' }])
    clock.pass({ minutes: 9 })
    expect(await calls()).toEqual([{ ...call, at, began_at, undo_until: null }])
    clock.pass({ hours: 9 })
    await coordinator.signIn()
    expect(await calls()).toEqual([])
  })
})

describe('Undoing', () => {
  test('gives the callback back to its author, as it was, or the right to report where another one is held', async () => {
    const { ask, coordinator, clock, worklist, attempt, undo, events, release, save } = await start()
    const [id, other] = [await ask({ timeSlot: '02:00pm-04:00pm' }), await ask({ phone: '0000000002' })]
    await coordinator.claim(id)
    const [before] = (await worklist()).buckets.due.rows
    const spam = await attempt(id, 'spam')
    expect((await worklist()).counts.due).toBe(1)
    clock.pass({ minutes: 9, seconds: 59, ms: 999 })
    const undone = await undo(id, spam)
    expect(undone.statusCode).toBe(200)
    expect(undone.json()).toEqual({ ...before, claim: { ...before.claim, until: '2026-11-20T09:54:59.999Z' } })
    expect((await coordinator.get('/api/spam?kind=marked')).json().rows).toEqual([])
    const { mine, buckets } = await worklist()
    expect([mine.tries, buckets.due.rows[1]]).toMatchObject([0, { references: [other], claim: null }])

    clock.pass({ seconds: 1 })
    const reached = await save(id, { outcome: 'reached' })
    await coordinator.claim(other)
    expect((await undo(id, reached.json().attempt.id)).json().claim).toBeNull()
    await release(other)
    const busy = (await save(id, { outcome: 'busy' })).json().attempt
    expect(busy.began_at).toBe('2026-11-20T09:30:00.000Z')
    const [undoing] = await events('undone')
    expect(undoing).toMatchObject({ by: coordinator.id, subject: id, detail: '{"outcome":"spam"}' })
  })

  test('is refused for another, while a colleague holds the callback, too late, not the latest, unknown, or when the number asked again', async () => {
    const { ask, signedIn, clock, attempt, undo } = await start()
    const id = await ask({ timeSlot: '02:00pm-04:00pm' })
    const other = await signedIn('coordinator', 'other')
    const unanswered = await attempt(id, 'no_answer')
    expect(statusOf(await undo(id, unanswered, other))).toBe('403')
    await other.claim(id, { early: true })
    const held = await undo(id, unanswered)
    expect([statusOf(held), held.json().claim.by.name]).toEqual(['409 claimed', 'other'])
    const reached = await attempt(id, 'reached', { by: other })
    expect(statusOf(await undo(id, unanswered))).toBe('409 not-last')
    const elsewhere = await ask({ phone: '0000000002' })
    expect(statusOf(await undo(elsewhere, reached, other))).toBe('404')
    expect(statusOf(await undo(id, 'unknown', other))).toBe('404')
    expect(statusOf(await undo(id, undefined, other))).toBe('422')
    await ask({ timeSlot: '10:00pm-12:00am' })
    expect(statusOf(await undo(id, reached, other))).toBe('409 superseded')
    clock.pass({ minutes: 10 })
    expect(statusOf(await undo(id, reached, other))).toBe('409 too-late')
  })
})

describeOnEachDatabase('Undoing', (newStore) => {
  test('takes back the latest change alone, also sent twice, and although the clock of another instance is ahead', async () => {
    const { ask, location, attempt, undo, worklist, events } = await start(await newStore())
    const ahead = new Clock()
    ahead.pass({ minutes: 1 })
    const colleague = await (await startDeskListener(location, { clock: ahead })).signedIn('coordinator')
    const id = await ask()
    const first = await attempt(id, 'no_answer', { by: colleague })
    const second = await attempt(id, 'busy')
    expect(statusOf(await undo(id, first, colleague))).toBe('409 not-last')
    const answers = await Promise.all([undo(id, second), undo(id, second)])
    expect(answers.map(statusOf)).toEqual(['200', '200'])
    const again = await undo(id, second)
    expect([again.statusCode, again.json()]).toEqual([200, answers[0]?.json()])
    expect((await worklist()).buckets.today.rows).toMatchObject([{ tries: 1, last: { outcome: 'no_answer' } }])
    expect(await events('undone')).toHaveLength(1)
    await attempt(id, 'busy')
    expect(statusOf(await undo(id, second))).toBe('409 not-last')
  })
})
