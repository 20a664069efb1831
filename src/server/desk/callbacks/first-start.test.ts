import { expect, test, vi } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { receiverIn } from '../../../../tests/support/receive.ts'
import { startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { foldStored } from '../../storage/stored-callback.ts'

const MONTH_HOURS = 30 * 24

/** Anytime is due for this long. */
const ANYTIME_HOURS = 24

describeOnEachDatabase("The desk's first start", (newStore) => {
  test('settles the callbacks whose window ended more than 72 hours ago, once: search and their pages still have them', async () => {
    const location = await newStore()
    const clock = new Clock()
    const { database, listen } = await startDeskListener(location, { clock })
    await database.updateTable('store').set({ clock: '2027-01-01T00:00:00.000Z' }).execute()
    const receive = receiverIn(database, { now: () => clock.now })
    const ask = (phone: string, hoursAgo: number, ms = 0) =>
      receive({ phone, timeSlot: 'Anytime' }, { minutesAgo: 60 * hoursAgo + ms / 60_000 })
    const settled = async () => {
      const all = database.selectFrom('callbacks').select('first_reference').where('status', '=', 'before_desk')
      return (await all.where('settled_at', 'is not', null).execute()).map((row) => row.first_reference).sort()
    }
    const kept = await ask('0000000001', 72 + ANYTIME_HOURS)
    const [asked, askedAgain] = [await ask('0000000004', MONTH_HOURS), await ask('0000000004', 0)]
    const reference = await ask('0000000003', MONTH_HOURS)
    const old = [await ask('0000000002', 72 + ANYTIME_HOURS, 1), reference].sort()
    expect(await settled()).toEqual([])
    await listen()
    // The listener does not wait for it.
    await vi.waitFor(async () => expect(await settled()).toEqual(old))
    expect(await database.selectFrom('attempts').select(['what', 'by']).execute()).toEqual(
      old.map(() => ({ what: 'before_desk', by: null })),
    )
    for (const callback of await database.selectFrom('callbacks').selectAll().execute()) {
      const folded = await foldStored(database, callback.id)
      const { promises: _, ...columns } = folded?.callback ?? { promises: [], asked: 0 }
      expect(callback).toMatchObject(columns)
    }

    clock.pass({ hours: MONTH_HOURS })
    const later = await startDeskListener(location, { clock })
    const manager = await later.signedIn('manager')
    expect(await settled()).toEqual(old)
    const { buckets, counts } = (await manager.get('/api/worklist')).json()
    expect(counts).toEqual({ overdue: 2, due: 0, today: 0, coming: 0 })
    expect(buckets.overdue.rows).toMatchObject([{ references: [askedAgain, asked] }, { references: [kept] }])
    const found = (await manager.post('/api/requests/search', { status: 'before_desk' })).json()
    expect(found.rows.map((row: { reference: string }) => row.reference).sort()).toEqual(old)
    expect((await manager.get(`/api/requests/${reference}`)).json()).toMatchObject({
      callback: { references: [reference], status: 'before_desk', tries: 0, last: null, claim: null },
      timeline: [{ kind: 'received', reference }],
    })
    expect(statusOf(await manager.claim(reference))).toBe('409 closed')
    // The report has the two others alone.
    const report = (await manager.get('/api/report?from=2026-10-01&to=2026-11-20')).json()
    expect(report).toMatchObject({ spam: 0, called_within_slot: { of: 2 }, time_to_first_call: { none_yet: 2 } })
    expect(report.by_service.map(({ callbacks }: { callbacks: number }) => callbacks)).toEqual([2])
  })

  test('settles nobody who asks meanwhile, and each other one once', async () => {
    const location = await newStore()
    const clock = new Clock()
    const instances = [
      await startDeskListener(location, { clock }),
      await startDeskListener(location, { clock }),
    ] as const
    const [{ database, app, signedIn }, other] = instances
    await database.updateTable('store').set({ clock: '2027-01-01T00:00:00.000Z' }).execute()
    const receivers = instances.map((one) => receiverIn(one.database, { now: () => clock.now }))
    const ask = async (number: number, minutesAgo: number) =>
      receivers[number % 2]?.({ phone: `00000000${10 + number}`, timeSlot: 'Anytime' }, { minutesAgo })
    const numbers = Array.from({ length: 40 }, (_, number) => number)
    await Promise.all(numbers.map((number) => ask(number, 60 * MONTH_HOURS)))
    const starting = Promise.all([app.ready(), other.app.ready()])
    const asked: unknown[] = []
    for (const number of numbers.slice(20)) asked.push(await ask(number, 0))
    await starting
    const { rows } = (await (await signedIn('manager')).get('/api/worklist?bucket=due&limit=100')).json()
    const all = rows.flatMap(({ references }: { references: string[] }) => references)
    expect(asked.filter((reference) => !all.includes(reference))).toEqual([])
    const settled = await database.selectFrom('attempts').select('callback').where('what', '=', 'before_desk').execute()
    expect(new Set(settled.map(({ callback }) => callback)).size).toBe(settled.length)
    expect(settled.length).toBeGreaterThanOrEqual(20)
  })

  test("settles nobody who waits by the store's own clock, whose machine's clock is four days ahead", async () => {
    const clock = new Clock()
    const { app, database } = await startDeskListener(await newStore(), { clock })
    await database.updateTable('store').set({ clock: clock.now.toISOString() }).execute()
    await receiverIn(database, { now: () => clock.now })({ timeSlot: '04:00pm-06:00pm' })
    clock.pass({ hours: 4 * 24 })
    await app.ready()
    expect(await database.selectFrom('callbacks').select('status').execute()).toEqual([{ status: 'new' }])
  })
})
