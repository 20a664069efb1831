import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { openedBy } from '../../../tests/support/database/opened-by.ts'
import { openDatabase } from './database/open-database.ts'
import { reportOn } from './report.ts'

const WINDOW = { due_from: '2026-11-20T04:30:00.000Z', due_until: '2026-11-20T06:30:00.000Z' }

describeOnEachDatabase('Of a callback with a window from 10:00 to 12:00', (newStore) => {
  test('the first call counts as within it, and in minutes after its beginning, to the millisecond', async () => {
    await using database = await openDatabase(await newStore())
    const request = { reference: 'TEST-000001', ...WINDOW }
    const opened = openedBy({ ...request, slot: '10:00am-12:00pm', received_at: '2026-11-20T03:00:00.000Z' })
    const own = {
      id: 'a-callback',
      number: '0000000000',
      person: 'one',
      revision: 1,
    }
    await database
      .insertInto('callbacks')
      .values({ ...own, ...opened })
      .execute()
    const days = { from: '2026-11-20', to: '2026-11-20', timeZone: 'Asia/Kolkata' }
    const reportAt = async (time: string, first_called_at: string | null, called_in_first_window = 0) => {
      await database.updateTable('callbacks').set({ first_called_at, called_in_first_window }).execute()
      const { called_within_slot, time_to_first_call } = await reportOn(database, { ...days, now: new Date(time) })
      return { ...called_within_slot, ...time_to_first_call }
    }

    const calls: [at: string, called: number, minutes: number][] = [
      ['2026-11-20T04:29:59.999Z', 0, 0],
      ['2026-11-20T04:30:00.000Z', 1, 0],
      ['2026-11-20T04:30:59.999Z', 1, 0],
      ['2026-11-20T04:31:00.000Z', 1, 1],
      ['2026-11-20T06:29:59.999Z', 1, 119],
      ['2026-11-20T06:30:00.000Z', 0, 120],
    ]
    for (const [at, called, minutes] of calls) {
      const report = { called, of: 1, share: null, median_minutes: minutes, p90_minutes: minutes, none_yet: 0 }
      expect(await reportAt('2026-11-20T07:00:00.000Z', at, called), at).toEqual(report)
    }
    const none = { called: 0, share: null, median_minutes: null, p90_minutes: null, none_yet: 1 }
    expect(await reportAt('2026-11-20T06:29:59.999Z', null)).toEqual({ ...none, of: 0 })
    expect(await reportAt('2026-11-20T06:30:00.000Z', null)).toEqual({ ...none, of: 1 })
  })
})
