import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import type { Browser } from '../../../../tests/support/start-desk-listener.ts'

describeOnEachDatabase('Undoing', (newStore) => {
  const start = async () => startCalls(await newStore())

  test('gives the callback back to its author, as it was', async () => {
    const { ask, coordinator, clock, worklist } = await start()
    const id = await ask({ timeSlot: '02:00pm-04:00pm' })
    await coordinator.post(`/api/callbacks/${id}/claim`)
    const [before] = (await worklist()).buckets.due.rows
    await coordinator.post(`/api/callbacks/${id}/outcomes`, { outcome: 'spam' })
    expect((await worklist()).counts.due).toBe(0)
    clock.pass({ minutes: 9, seconds: 59, ms: 999 })
    const undone = await coordinator.post(`/api/callbacks/${id}/undo`)
    expect(undone.statusCode).toBe(200)
    expect(undone.json()).toEqual({ ...before, claim: { ...before.claim, until: '2026-11-20T09:54:59.999Z' } })
  })

  test('is refused for another, too late, not the latest, or when the number asked again', async () => {
    const { ask, coordinator, signedIn, clock } = await start()
    const id = await ask({ timeSlot: '02:00pm-04:00pm' })
    const other = await signedIn('coordinator')
    const call = async (browser: Browser, outcome: string) => {
      await browser.post(`/api/callbacks/${id}/claim`, { early: true })
      return browser.post(`/api/callbacks/${id}/outcomes`, { outcome })
    }
    const undo = async (browser: Browser) => (await browser.post(`/api/callbacks/${id}/undo`)).json()
    await call(coordinator, 'no_answer')
    expect(await undo(other)).toMatchObject({ status: 403 })
    await call(other, 'reached')
    expect(await undo(coordinator)).toMatchObject({ status: 409, code: 'not-last' })
    await ask({ timeSlot: '10:00pm-12:00am' })
    expect(await undo(other)).toMatchObject({ status: 409, code: 'superseded' })
    clock.pass({ minutes: 10 })
    expect(await undo(other)).toMatchObject({ status: 409, code: 'too-late' })
  })

  test('releases the callback that its author has begun to call since', async () => {
    const { ask, coordinator, worklist } = await start()
    const [first, second] = [await ask({ phone: '0000000001', minutesAgo: 1 }), await ask({ phone: '0000000002' })]
    await coordinator.post(`/api/callbacks/${first}/claim`)
    await coordinator.post(`/api/callbacks/${first}/outcomes`, { outcome: 'reached' })
    await coordinator.post(`/api/callbacks/${second}/claim`)
    expect((await coordinator.post(`/api/callbacks/${first}/undo`)).statusCode).toBe(200)
    expect((await worklist()).buckets.due.rows).toMatchObject([
      { id: first, claim: { mine: true } },
      { id: second, claim: null },
    ])
  })

  test('is refused while a colleague holds the callback, who can then save the call', async () => {
    const { ask, coordinator, signedIn } = await start()
    const id = await ask()
    const other = await signedIn('coordinator', 'other')
    await coordinator.post(`/api/callbacks/${id}/claim`)
    await coordinator.post(`/api/callbacks/${id}/outcomes`, { outcome: 'no_answer' })
    await other.post(`/api/callbacks/${id}/claim`, { early: true })
    const undone = await coordinator.post(`/api/callbacks/${id}/undo`)
    expect(undone.json()).toMatchObject({ status: 409, code: 'claimed', claim: { by: { name: 'other' } } })
    expect((await other.post(`/api/callbacks/${id}/outcomes`, { outcome: 'reached' })).statusCode).toBe(201)
  })

  test('keeps the window of a request that has joined since, when it ends first', async () => {
    const { ask, coordinator, clock } = await start()
    const id = await ask({ timeSlot: '06:00pm-08:00pm' })
    await coordinator.post(`/api/callbacks/${id}/claim`, { early: true })
    const later = { outcome: 'call_later', day: '2026-11-21', time_slot: '10:00am-12:00pm' }
    await coordinator.post(`/api/callbacks/${id}/outcomes`, later)
    clock.pass({ minutes: 1 })
    await ask({ timeSlot: '04:00pm-06:00pm' })
    expect((await coordinator.post(`/api/callbacks/${id}/undo`)).json()).toMatchObject({
      status: 'new',
      asked: 2,
      time_slot: '04:00pm-06:00pm',
      due_from: '2026-11-20T10:30:00.000Z',
    })
  })
})
