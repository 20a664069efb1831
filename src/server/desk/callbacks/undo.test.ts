import { describe, expect, test } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { type Browser, startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'

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
    const { ask, coordinator, clock, worklist, report, undo, events } = await start()
    const id = await ask({ timeSlot: '02:00pm-04:00pm' })
    await coordinator.claim(id)
    const [before] = (await worklist()).buckets.due.rows
    const attempt = await report(id, 'spam')
    expect((await worklist()).counts.due).toBe(0)
    clock.pass({ minutes: 9, seconds: 59, ms: 999 })
    const undone = await undo(id, attempt)
    expect(undone.statusCode).toBe(200)
    expect(undone.json()).toEqual({ ...before, claim: { ...before.claim, until: '2026-11-20T09:54:59.999Z' } })
    expect((await coordinator.get('/api/spam')).json().rows).toEqual([])
    expect((await worklist()).mine.tries).toBe(0)
    expect(await events('undone')).toMatchObject([{ by: coordinator.id, subject: id, detail: '{"outcome":"spam"}' }])
  })

  test('is refused for another, too late, not the latest, unknown, or when the number asked again', async () => {
    const { ask, signedIn, clock, report, undo } = await start()
    const id = await ask({ timeSlot: '02:00pm-04:00pm' })
    const other = await signedIn('coordinator')
    const unanswered = await report(id, 'no_answer')
    expect(statusOf(await undo(id, unanswered, other))).toBe('403')
    const reached = await report(id, 'reached', { by: other })
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

  test('takes back the latest change alone, although the clock of another instance is a minute ahead', async () => {
    const { ask, location, report, undo } = await start()
    const ahead = new Clock()
    ahead.pass({ minutes: 1 })
    const other = await startDeskListener(location, { clock: ahead })
    const colleague = await other.signedIn('coordinator', 'colleague')
    const id = await ask()
    const first = await report(id, 'no_answer', { by: colleague })
    const second = await report(id, 'busy')
    expect(statusOf(await undo(id, first, colleague))).toBe('409 not-last')
    expect((await undo(id, second)).json()).toMatchObject({ tries: 1, last: { outcome: 'no_answer' } })
  })

  test('releases the callback that its author has begun to call since', async () => {
    const { ask, coordinator, worklist, report, undo } = await start()
    const [first, second] = [await ask({ phone: '0000000001', minutesAgo: 1 }), await ask({ phone: '0000000002' })]
    const attempt = await report(first, 'reached')
    await coordinator.claim(second)
    expect(statusOf(await undo(first, attempt))).toBe('200')
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
    await other.claim(id, { early: true })
    const undone = await undo(id, attempt)
    expect([statusOf(undone), undone.json().claim.by.name]).toEqual(['409 claimed', 'other'])
    expect(statusOf(await other.post(`/api/callbacks/${id}/outcomes`, { outcome: 'reached' }))).toBe('201')
  })
})

describeOnEachDatabase('Undoing', (newStore) => {
  test('sent twice takes back only one call', async () => {
    const { ask, report, undo, worklist } = await start(await newStore())
    const id = await ask()
    await report(id, 'no_answer')
    const second = await report(id, 'busy')
    const answers = await Promise.all([undo(id, second), undo(id, second)])
    expect(answers.map(statusOf).sort()).toEqual(['200', '409 not-last'])
    expect((await worklist()).buckets.today.rows).toMatchObject([{ tries: 1, last: { outcome: 'no_answer' } }])
  })
})
