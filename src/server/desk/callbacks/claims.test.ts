import { expect, test } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { queueMails } from '../../storage/overdue.ts'
import * as accounts from '../../storage/staff-accounts.ts'

describeOnEachDatabase('A claim', (newStore) => {
  test('lasts 15 minutes, as each instance tells by its own clock', async () => {
    const { ask, coordinator, location } = await startCalls(await newStore())
    const id = await ask()
    const ahead = new Clock()
    if (location.startsWith('postgres')) ahead.pass({ hours: 1 })
    const other = await (await startDeskListener(location, { clock: ahead })).signedIn('coordinator')
    const claimed = { mine: true, until: '2026-11-20T09:45:00.000Z' }
    expect((await coordinator.claim(id)).json().claim).toMatchObject(claimed)
    const refused = await other.claim(id)
    expect(statusOf(refused)).toBe('409 claimed')
    const until = new Date(ahead.now.getTime() + 15 * 60_000).toISOString()
    expect(refused.json().claim).toMatchObject({ mine: false, until })
  })

  test('of a clock that was ahead hinders neither row nor mail', async () => {
    const { ask, clock, followClock, worklist, database } = await startCalls(await newStore())
    await ask({ timeSlot: '02:00pm-04:00pm' })
    // A millisecond later than a new claim can end.
    const holdUntil = (ms: number) =>
      database
        .updateTable('callbacks')
        .set({ claimed_by: 'somebody', claimed_until: new Date(clock.now.getTime() + ms).toISOString() })
        .execute()
    await holdUntil(15 * 60_000 + 1)
    expect((await worklist()).buckets.due.rows).toMatchObject([{ claim: null }])
    clock.pass({ minutes: 65 })
    await followClock()
    await holdUntil(86_400_000)
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

test('A claim that is refused says who calls there, or whom one holds oneself', async () => {
  const { ask, coordinator, signedIn, release } = await startCalls()
  const other = await signedIn('coordinator', 'other')
  const rahul = await ask({ name: 'Rahul Invented' })
  await other.claim(rahul)
  const refusals = [await coordinator.claim(await ask({ name: 'Sunita Invented' })), await coordinator.claim(rahul)]
  expect(refusals.map((refused) => [statusOf(refused), refused.json().claim.by.name])).toEqual([
    ['409 claimed', 'other'],
    ['409 claimed', 'other'],
  ])
  // Whom the colleague calls, where it is somebody else at this number.
  expect(refusals.map((refused) => refused.json().callback?.name)).toEqual(['Rahul Invented', undefined])
  await release(rahul, other)
  await coordinator.claim(rahul)
  const evening = await ask({ timeSlot: '10:00pm-12:00am', phone: '0000000002' })
  const early = await coordinator.claim(evening)
  expect([statusOf(early), early.json().due_from]).toEqual(['409 not-due', expect.stringMatching(/T16:30:00\.000Z$/)])
  const holding = await coordinator.claim(evening, { early: true })
  expect([statusOf(holding), holding.json().callback]).toEqual([
    '409 holding',
    { id: expect.stringMatching(/^2026-/), name: 'Rahul Invented' },
  ])
  expect((await coordinator.claim(rahul, { instead: 'yes', prolong: 1 })).json().errors).toEqual({
    instead: 'This must be true or false',
    prolong: 'This must be true or false',
  })
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
