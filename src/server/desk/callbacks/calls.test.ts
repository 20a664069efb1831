import { describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { statusOf } from '../../../../tests/support/start-desk-listener.ts'
import type { CallbackRow } from '../../../callback-request/calling/callback-row.ts'

describe('An outcome', () => {
  test('is saved by the holder, also after the claim has run out, and names who may be called next', async () => {
    const { ask, coordinator, clock, save } = await startCalls()
    const [a, b] = [await ask({ phone: '0000000001' }), await ask({ phone: '0000000002' })]
    const reached = { outcome: 'reached' }
    expect(statusOf(await save(a, reached))).toBe('409 not-claimed')
    await coordinator.claim(a)
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
    // Never the one that was just saved.
    await coordinator.claim(b)
    const later = { outcome: 'call_later', day: '2026-11-20', time: '15:05' }
    expect((await save(b, later)).json()).toMatchObject({ callback: { references: [b] }, next: null })
  })

  test('is one of the list, and of a call of theirs none that nobody answered', async () => {
    const { ask, coordinator, save } = await startCalls()
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
    const { ask, coordinator, database, clock, save } = await startCalls()
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

  test('is among the calls of its author today, until when it can be undone', async () => {
    const { ask, attempt, report, undo, coordinator, signedIn, clock } = await startCalls()
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
  test('gives the callback back to its author, as it was', async () => {
    const { ask, coordinator, clock, worklist, attempt, undo, events } = await startCalls()
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

    const [undoing] = await events('undone')
    expect(undoing).toMatchObject({ by: coordinator.id, subject: id, detail: '{"outcome":"spam"}' })
  })

  test('is refused for another, while a colleague holds the callback, too late, not the latest, unknown, or when the number asked again', async () => {
    const { ask, signedIn, clock, attempt, undo } = await startCalls()
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
  test('that is sent twice, also at once, happens once and answers the same', async () => {
    const { ask, attempt, undo, worklist, events } = await startCalls(await newStore())
    const id = await ask()
    const busy = await attempt(id, 'busy')
    const answers = await Promise.all([undo(id, busy), undo(id, busy)])
    expect(answers.map(statusOf)).toEqual(['200', '200'])
    const again = await undo(id, busy)
    expect([again.statusCode, again.json()]).toEqual([200, answers[0]?.json()])
    expect((await worklist()).buckets.due.rows).toMatchObject([{ tries: 0, last: null }])
    expect(await events('undone')).toHaveLength(1)
    await attempt(id, 'busy')
    expect(statusOf(await undo(id, busy))).toBe('409 not-last')
  })
})
