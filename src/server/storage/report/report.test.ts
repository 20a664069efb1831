import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { reportOn } from './report.ts'

const FROM = '2026-11-20T04:30:00.000Z'
const UNTIL = '2026-11-20T06:30:00.000Z'

describeOnEachDatabase('Of a callback with a window from 10:00 to 12:00', (newStore) => {
  // When it was first tried, whether that was in its window, and how many minutes after its beginning.
  test.each([
    ['2026-11-20T04:29:59.999Z', false, 0],
    ['2026-11-20T04:30:00.000Z', true, 0],
    ['2026-11-20T04:30:59.999Z', true, 0],
    ['2026-11-20T04:31:00.000Z', true, 1],
    ['2026-11-20T06:29:59.999Z', true, 119],
    ['2026-11-20T06:30:00.000Z', false, 120],
  ])('a first call at %s is in it: %s, after minutes: %i', async (first_tried_at, isWithin, minutes) => {
    await using database = await openDatabase(await newStore())
    await openCallback(database, first_tried_at)
    const report = await reportUntil(database, '2026-11-20T07:00:00.000Z')
    expect(report.called_within_slot).toEqual({ called: isWithin ? 1 : 0, of: 1, share: null })
    expect(report.time_to_first_call).toEqual({ median_minutes: minutes, p90_minutes: minutes, none_yet: 0 })
  })

  test.each([
    ['2026-11-20T06:29:59.999Z', 0],
    ['2026-11-20T06:30:00.000Z', 1],
  ])('at %s, without a call, so many should have been called: %i', async (now, of) => {
    await using database = await openDatabase(await newStore())
    await openCallback(database, null)
    const report = await reportUntil(database, now)
    expect(report.called_within_slot).toEqual({ called: 0, of, share: null })
    expect(report.time_to_first_call).toEqual({ median_minutes: null, p90_minutes: null, none_yet: 1 })
  })
})

function openCallback(database: Database, first_tried_at: string | null) {
  const window = { first_from: FROM, first_until: UNTIL, due_from: FROM, due_until: UNTIL }
  const slot = '10:00am-12:00pm' as const
  return database
    .insertInto('callbacks')
    .values({
      ...{
        id: 'a-callback',
        phone_key: '0000000000',
        revision: 1,
        time_zone: 'Asia/Kolkata',
        first_reference: 'TEST-000001',
      },
      ...{ status: 'again', slot, first_slot: slot, asked: 1, tries: 1 },
      ...{ opened_at: '2026-11-20T03:00:00.000Z', first_tried_at, ...window },
    })
    .execute()
}

function reportUntil(database: Database, now: string) {
  const days = { from: '2026-11-20', to: '2026-11-20', timeZone: 'Asia/Kolkata' }
  return reportOn(database, { ...days, now: new Date(now) })
}
