import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { statusOf } from '../../../../tests/support/start-desk-listener.ts'

const SUNITA = { name: 'Sunita Invented', service: 'Breast Reduction', timeSlot: '10:00am-12:00pm' } as const
const RAHUL = { name: 'Rahul Invented', service: 'Gynaecomastia', timeSlot: '04:00pm-06:00pm' } as const

describeOnEachDatabase('Several people at one number', (newStore) => {
  test('have a row and an outcome of their own, and nobody else calls there while one is called', async () => {
    const { ask, attempt, coordinator, worklist, signedIn } = await startCalls(await newStore())
    const [sunita, rahul] = [await ask(SUNITA), await ask(RAHUL)]
    const again = await ask({ ...SUNITA, name: 'S. Invented' })
    const rows = async () => {
      const { buckets } = await worklist()
      const all = Object.values(buckets as Record<string, { rows: Record<string, unknown>[] }>).flatMap(
        (one) => one.rows,
      )
      return all.map(({ service, asked, others, references }) => ({ service, asked, others, references }))
    }
    expect(await rows()).toEqual([
      { service: 'Gynaecomastia', asked: 1, others: 1, references: [rahul] },
      { service: 'Breast Reduction', asked: 2, others: 1, references: [again, sunita] },
    ])
    const other = await signedIn('coordinator')
    expect((await coordinator.claim(sunita, { early: true })).statusCode).toBe(200)
    const refused = await other.claim(rahul, { early: true })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'claimed'])
    await attempt(sunita, 'booked')
    expect(await rows()).toEqual([{ service: 'Gynaecomastia', asked: 1, others: 0, references: [rahul] }])
    expect((await other.claim(rahul, { early: true })).statusCode).toBe(200)
  })

  test('are known again by their names, and who may be two of them is a person of his own', async () => {
    const { ask, report, worklist } = await startCalls(await newStore())
    for (const { name } of [SUNITA, RAHUL]) await report(await ask({ name }), 'reached')
    for (const name of ['Sunita Invented', 'R. Invented', 'Invented']) await ask({ name })
    const { buckets } = await worklist()
    expect(buckets.due.rows).toHaveLength(3)
    for (const row of buckets.due.rows) expect(row).toMatchObject({ asked: 1, others: 2 })
  })

  test('are as many as five, and ask twenty times; what comes beyond is held back, and staff read so', async () => {
    const { ask, attempt, undo, coordinator, worklist, database } = await startCalls(await newStore())
    for (const letter of 'ABCDEF') await ask({ name: `${letter}${letter}a Invented${letter}` })
    expect((await worklist()).counts.due).toBe(5)
    for (let number = 0; number < 30; number++) await ask({ name: 'BBa InventedB' })
    const asked = (await worklist()).buckets.due.rows.map((row: { asked: number }) => row.asked)
    expect(asked.sort()).toEqual([1, 1, 1, 1, 16])
    const held = database
      .selectFrom('callback_requests')
      .where('suspicion', 'is not', null)
      .where('callback', 'is', null)
    expect((await held.select('suspicion').execute()).map((row) => row.suspicion)).toEqual(Array(16).fill('flood'))
    const added = { name: 'AAa InventedA', phone: '0000000001', time_slot: 'Anytime' }
    const refused = await coordinator.post('/api/requests', added)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'full'])
    expect((await coordinator.post('/api/requests', { ...added, phone: '0000000002' })).statusCode).toBe(201)

    // Nor does another act of staff bring in more.
    const restore = async (name: string) => {
      const rows = await held.where('name', '=', name).select('reference').execute()
      return statusOf(await coordinator.post(`/api/spam/${rows[0]?.reference}/restore`))
    }
    const before = await database.selectFrom('callbacks').selectAll().execute()
    expect([await restore('BBa InventedB'), await restore('FFa InventedF')]).toEqual(['409 full', '409 full'])
    expect(await database.selectFrom('callbacks').selectAll().execute()).toEqual(before)
    const [first] = (await worklist()).buckets.due.rows.filter((row: { asked: number }) => row.asked === 1)
    const reached = await attempt(first.id, 'reached')
    expect(await restore('FFa InventedF')).toBe('200')
    expect(statusOf(await undo(first.id, reached))).toBe('409 full')
    expect(statusOf(await coordinator.post(`/api/callbacks/${first.id}/reopen`))).toBe('409 full')
  })

  test('of one country write it in several ways, and a longer number with the same end is another one', async () => {
    const { ask, worklist } = await startCalls(await newStore())
    for (const phone of ['9876543210', '09876543210', '+91 98765 43210', '919876543210']) await ask({ phone })
    await ask({ phone: '8111111111.9876543210' })
    await ask({ phone: '19876543210' })
    const { buckets } = await worklist()
    expect(buckets.due.rows.map((row: { asked: number }) => row.asked).sort()).toEqual([1, 1, 4])
  })

  test('who asked not to be called are held back later, until that is undone, or staff restore, reopen or add', async () => {
    const { ask, attempt, undo, coordinator, worklist } = await startCalls(await newStore())
    const isHeld = async (reference: string) => {
      const person = (await coordinator.get(`/api/requests/${reference}`)).json()
      return person.callback === null
    }
    const first = await ask()
    const refused = await attempt(first, 'do_not_call')
    expect(await isHeld(await ask({ name: 'Somebody Else' }))).toBe(true)
    await undo(first, refused)
    const wanted = await ask({ name: 'Somebody New' })
    expect(await isHeld(wanted)).toBe(false)
    // Two people asked the same: what is undone of one does not end what the other has asked.
    for (const [either, other] of [
      [first, wanted],
      [wanted, first],
    ] as const) {
      const again = await attempt(either, 'do_not_call')
      await undo(other, await attempt(other, 'do_not_call'))
      expect(await isHeld(await ask({ name: 'Somebody Third' }))).toBe(true)
      await undo(either, again)
    }
    for (const end of [
      async (held: string) => coordinator.post(`/api/spam/${held}/restore`),
      async () => coordinator.post(`/api/callbacks/${first}/reopen`),
      async () => coordinator.post('/api/requests', { name: 'Added', phone: '0000000001', time_slot: 'Anytime' }),
    ]) {
      await coordinator.claim(first, { early: true, instead: true })
      await attempt(first, 'do_not_call')
      const held = await ask({ name: 'Meera Invented' })
      expect(await isHeld(held)).toBe(true)
      expect((await end(held)).statusCode).toBeLessThan(300)
      expect(await isHeld(await ask({ name: 'Kiran Invented' }))).toBe(false)
      await coordinator.post(`/api/callbacks/${first}/reopen`)
    }
    expect((await worklist()).counts.due).toBeGreaterThan(2)
  })

  test('lose the promise of an erased request, also in what calls decided, and no other one', async () => {
    const { ask, attempt, erasures, database, worklist } = await startCalls(await newStore())
    const [erased, kept] = [await ask({ timeSlot: '02:00pm-04:00pm' }), await ask()]
    await attempt(erased, 'no_answer')
    await erasures.erase({ reference: erased })
    const changes = JSON.stringify(await database.selectFrom('attempts').selectAll().execute())
    expect([changes.includes(erased), changes.includes(kept)]).toEqual([false, true])
    const { buckets } = await worklist()
    expect(buckets.today.rows).toMatchObject([{ references: [kept], tries: 1, time_slot: 'Anytime' }])
  })
})
