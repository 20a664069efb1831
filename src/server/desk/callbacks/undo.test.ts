import { describe, expect, test } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { type Browser, startDeskListener } from '../../../../tests/support/start-desk-listener.ts'

async function start(store?: string) {
  const desk = await startCalls(store)
  const { coordinator } = desk
  return {
    ...desk,
    /** @returns the id of the attempt */
    report: async (...call: Parameters<typeof desk.report>): Promise<string> =>
      (await desk.report(...call)).json().attempt.id,
    undo: (id: string, attempt: unknown, by: Browser = coordinator) =>
      by.post(`/api/callbacks/${id}/undo`, { attempt }),
  }
}

describe('Undoing', () => {
  test('gives the callback back to its author, as it was', async () => {
    const { ask, coordinator, clock, worklist, report, undo } = await start()
    const id = await ask({ timeSlot: '02:00pm-04:00pm' })
    await coordinator.post(`/api/callbacks/${id}/claim`)
    const [before] = (await worklist()).buckets.due.rows
    const attempt = await report(id, 'spam')
    expect((await worklist()).counts.due).toBe(0)
    clock.pass({ minutes: 9, seconds: 59, ms: 999 })
    const undone = await undo(id, attempt)
    expect(undone.statusCode).toBe(200)
    expect(undone.json()).toEqual({ ...before, claim: { ...before.claim, until: '2026-11-20T09:54:59.999Z' } })
    expect((await coordinator.get('/api/spam')).json().rows).toEqual([])
  })

  test('is refused for another, too late, not the latest, unknown, or when the number asked again', async () => {
    const { ask, signedIn, clock, report, undo } = await start()
    const id = await ask({ timeSlot: '02:00pm-04:00pm' })
    const other = await signedIn('coordinator')
    const unanswered = await report(id, 'no_answer')
    expect((await undo(id, unanswered, other)).statusCode).toBe(403)
    const reached = await report(id, 'reached', { by: other })
    expect((await undo(id, unanswered)).json()).toMatchObject({ status: 409, code: 'not-last' })
    const elsewhere = await ask({ phone: '0000000002' })
    expect((await undo(elsewhere, reached, other)).statusCode).toBe(404)
    expect((await undo(id, 'unknown', other)).statusCode).toBe(404)
    expect((await undo(id, undefined, other)).statusCode).toBe(422)
    await ask({ timeSlot: '10:00pm-12:00am' })
    expect((await undo(id, reached, other)).json()).toMatchObject({ status: 409, code: 'superseded' })
    clock.pass({ minutes: 10 })
    expect((await undo(id, reached, other)).json()).toMatchObject({ status: 409, code: 'too-late' })
  })

  test('takes back the latest change alone, although the clock of another instance is a minute ahead', async () => {
    const { ask, location, report, undo } = await start()
    const ahead = new Clock()
    ahead.pass({ minutes: 1 })
    const other = await startDeskListener(location, { clock: ahead })
    const colleague = await other.signedIn('coordinator', 'colleague')
    const id = await ask()
    const first = await report(id, 'no_answer', { by: colleague })
    const second = await report(id, 'busy')
    expect((await undo(id, first, colleague)).json()).toMatchObject({ status: 409, code: 'not-last' })
    const undone = await undo(id, second)
    expect(undone.json()).toMatchObject({ tries: 1, last: { outcome: 'no_answer' } })
  })

  test('releases the callback that its author has begun to call since', async () => {
    const { ask, coordinator, worklist, report, undo } = await start()
    const [first, second] = [await ask({ phone: '0000000001', minutesAgo: 1 }), await ask({ phone: '0000000002' })]
    const attempt = await report(first, 'reached')
    await coordinator.post(`/api/callbacks/${second}/claim`)
    expect((await undo(first, attempt)).statusCode).toBe(200)
    expect((await worklist()).buckets.due.rows).toMatchObject([
      { references: [first], claim: { mine: true } },
      { references: [second], claim: null },
    ])
  })

  test('is refused while a colleague holds the callback, who can then save the call', async () => {
    const { ask, signedIn, report, undo } = await start()
    const id = await ask()
    const other = await signedIn('coordinator', 'other')
    const attempt = await report(id, 'no_answer')
    await other.post(`/api/callbacks/${id}/claim`, { early: true })
    const undone = await undo(id, attempt)
    expect(undone.json()).toMatchObject({ status: 409, code: 'claimed', claim: { by: { name: 'other' } } })
    expect((await other.post(`/api/callbacks/${id}/outcomes`, { outcome: 'reached' })).statusCode).toBe(201)
  })
})

describeOnEachDatabase('Undoing', (newStore) => {
  test('sent twice takes back only one call', async () => {
    const { ask, report, undo, worklist } = await start(await newStore())
    const id = await ask()
    await report(id, 'no_answer')
    const second = await report(id, 'busy')
    const answers = await Promise.all([undo(id, second), undo(id, second)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await undo(id, second)).json()).toMatchObject({ status: 409, code: 'not-last' })
    expect((await worklist()).buckets.today.rows).toMatchObject([{ tries: 1, last: { outcome: 'no_answer' } }])
  })
})
