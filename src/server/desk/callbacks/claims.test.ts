import { expect, test } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'
import type { CallbackRow } from '../../../callback-request/calling/callback-row.ts'
import { queueMails } from '../../storage/overdue.ts'
import * as accounts from '../../storage/staff-accounts.ts'

describeOnEachDatabase('A claim', (newStore) => {
  test('lasts 15 minutes and is for one of two at once, also of instances whose clocks differ by an hour', async () => {
    const { ask, coordinator, signedIn, clock, worklist, location } = await startCalls(await newStore())
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
    const { ask, coordinator, signedIn, clock, followClock, worklist, database, save } = await startCalls(
      await newStore(),
    )
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
    const { ask, act, signedIn, clock, worklist, browser } = await startCalls(await newStore())
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
  const { ask, coordinator, report, signedIn, worklist, release } = await startCalls()
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
  const { ask, coordinator, clock, save, signedIn, events } = await startCalls()
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
  const { ask, coordinator, signedIn, release, save, events } = await startCalls()
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
