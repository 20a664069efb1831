import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { statusOf } from '../../../../tests/support/start-desk-listener.ts'

const SUNITA = { name: 'Sunita Invented', service: 'Breast Reduction', timeSlot: '10:00am-12:00pm' } as const
const RAHUL = { name: 'Rahul Invented', service: 'Gynaecomastia', timeSlot: '04:00pm-06:00pm' } as const

describeOnEachDatabase('Several people at one number', (newStore) => {
  test('have a row of their own, which says that others wait', async () => {
    const { ask, worklist } = await startCalls(await newStore())
    const [sunita, rahul] = [await ask(SUNITA), await ask(RAHUL)]
    const again = await ask({ ...SUNITA, name: 'S. Invented' })
    expect((await worklist()).buckets).toMatchObject({
      today: { rows: [{ service: 'Gynaecomastia', asked: 1, others: 1, references: [rahul] }] },
      coming: { rows: [{ service: 'Breast Reduction', asked: 2, others: 1, references: [again, sunita] }] },
    })
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
    const { ask, coordinator, worklist } = await startCalls(await newStore())
    for (const letter of 'ABCDEF') await ask({ name: `${letter}${letter}a Invented${letter}` })
    expect((await worklist()).counts.due).toBe(5)
    const [{ reference, reason }] = (await coordinator.get('/api/spam')).json().rows
    expect([reason, statusOf(await coordinator.post(`/api/spam/${reference}/restore`))]).toEqual(['flood', '409 full'])
    const added = { name: 'FFa InventedF', phone: '0000000001', time_slot: 'Anytime' }
    expect(statusOf(await coordinator.post('/api/requests', added))).toBe('409 full')
    expect(statusOf(await coordinator.post('/api/requests', { ...added, phone: '0000000002' }))).toBe('201')
  })

  test('of one country write it in several ways, and a longer number with the same end is another one', async () => {
    const { ask, worklist } = await startCalls(await newStore())
    for (const phone of ['9876543210', '09876543210', '+91 98765 43210', '919876543210']) await ask({ phone })
    await ask({ phone: '8111111111.9876543210' })
    await ask({ phone: '19876543210' })
    const { buckets } = await worklist()
    expect(buckets.due.rows.map((row: { asked: number }) => row.asked).sort()).toEqual([1, 1, 4])
  })
})
