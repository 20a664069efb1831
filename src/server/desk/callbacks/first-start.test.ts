import { expect, test, vi } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { receiverIn } from '../../../../tests/support/receive.ts'
import { startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { queueMails } from '../../storage/callbacks/overdue-callbacks.ts'
import { foldStored } from '../../storage/callbacks/stored-callback.ts'

const HOUR_MS = 60 * 60_000
const MONTH_HOURS = 30 * 24

/** Anytime is due for this long. */
const ANYTIME_HOURS = 24

describeOnEachDatabase("The desk's first start", (newStore) => {
  /** Two instances of a desk that has not been started, and its store. */
  async function prepare() {
    const location = await newStore()
    const clock = new Clock()
    const desk = await startDeskListener(location, { clock })
    const receive = receiverIn(desk.database)
    return {
      ...desk,
      location,
      other: await startDeskListener(location, { clock }),
      /** Stores a request for Anytime of so long ago. @returns its reference */
      ask: ({ hoursAgo = 0, ms = 0, phone = '0000000001' }) => {
        const receivedAt = new Date(clock.now.getTime() - hoursAgo * HOUR_MS - ms)
        return receive({ phone, timeSlot: 'Anytime' }, { receivedAt })
      },
      settled: async () => {
        const all = desk.database.selectFrom('callbacks').select('first_reference').where('status', '=', 'before_desk')
        return (await all.where('settled_at', 'is not', null).execute()).map((row) => row.first_reference).sort()
      },
    }
  }

  test('settles the callbacks whose window ended more than 72 hours ago, once, also at two instances', async () => {
    const { ask, settled, listen, other, clock, location, database } = await prepare()
    const kept = await ask({ hoursAgo: 72 + ANYTIME_HOURS, phone: '0000000001' })
    const again = '0000000004'
    const [asked, askedAgain] = [await ask({ hoursAgo: MONTH_HOURS, phone: again }), await ask({ phone: again })]
    const old = [
      await ask({ hoursAgo: 72 + ANYTIME_HOURS, ms: 1, phone: '0000000002' }),
      await ask({ hoursAgo: MONTH_HOURS, phone: '0000000003' }),
    ].sort()
    expect(await settled()).toEqual([])
    await Promise.all([listen(), other.listen()])
    // The listener does not wait for it.
    await vi.waitFor(async () => expect(await settled()).toEqual(old))
    expect(await database.selectFrom('attempts').select(['what', 'by']).execute()).toEqual(
      old.map(() => ({ what: 'before_desk', by: null })),
    )
    for (const callback of await database.selectFrom('callbacks').selectAll().execute()) {
      const folded = await foldStored(database, callback.id)
      expect(callback).toMatchObject(folded?.callback ?? { asked: 0 })
    }

    clock.pass({ hours: MONTH_HOURS })
    const later = await startDeskListener(location, { clock })
    const coordinator = await later.signedIn('coordinator')
    expect(await settled()).toEqual(old)
    const { buckets } = (await coordinator.get('/api/worklist')).json()
    expect(buckets.overdue.rows).toMatchObject([
      { references: [askedAgain, asked], status: 'new' },
      { references: [kept], status: 'new' },
    ])
  })

  test('leaves what it settles to search and to its page, and out of the worklist, the report and the mails', async () => {
    const { ask, signedIn, clock, database, settled } = await prepare()
    const reference = await ask({ hoursAgo: MONTH_HOURS })
    const manager = await signedIn('manager')
    await vi.waitFor(async () => expect(await settled()).toEqual([reference]))
    const found = (await manager.post('/api/requests/search', { status: 'before_desk' })).json()
    expect(found.rows).toMatchObject([{ reference, status: 'before_desk' }])
    const page = (await manager.get(`/api/requests/${reference}`)).json()
    expect(page).toMatchObject({
      callback: { references: [reference], status: 'before_desk', tries: 0, last: null, claim: null },
      requests: [{ reference, status: 'before_desk' }],
      timeline: [{ kind: 'received', reference }],
    })
    expect((await manager.get('/api/worklist')).json()).toMatchObject({
      changes_at: null,
      counts: { overdue: 0, due: 0, today: 0, coming: 0 },
    })
    expect(statusOf(await manager.claim(reference))).toBe('409 closed')

    const report = (await manager.get('/api/report?from=2026-10-01&to=2026-11-20')).json()
    const none = { spam: 0, called_within_slot: { of: 0 }, time_to_first_call: { none_yet: 0 } }
    expect(report).toMatchObject({ ...none, by_service: [], by_campaign: [], called_by_slot: [] })
    expect(report.outcomes.filter(({ callbacks }: { callbacks: number }) => callbacks > 0)).toEqual([])
    clock.pass({ minutes: 1 })
    expect(await queueMails(database, clock.now)).toBe(0)
  })
})
