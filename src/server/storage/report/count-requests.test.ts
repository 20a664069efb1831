import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { SUBMISSION } from '../../../../tests/support/samples.ts'
import { openDatabase } from '../database/open-database.ts'
import { countRequests } from './count-requests.ts'

const ZONE = 'Asia/Kolkata'

describeOnEachDatabase('Requests of a day', (newStore) => {
  test('are counted once each when there are thousands, some in the same millisecond', async () => {
    await using database = await openDatabase(await newStore())
    const start = new Date('2026-11-20T00:00:00+05:30').getTime()
    const rows = Array.from({ length: 6_000 }, (_, number) => ({
      reference: `TEST-${String((number * 7_919) % 6_000).padStart(6, '0')}`,
      ...({ form: 'contact', name: 'Asha Invented', phone: '0000000000', email: 'asha@visitor.example' } as const),
      ...({ message: 'Invented', time_slot: 'Anytime', notice_version: SUBMISSION.noticeVersion } as const),
      received_at: new Date(start + Math.floor(number / 400)).toISOString(),
      // Of ten, one is suspected; every other of these is of a callback.
      suspected: number % 10 === 0 ? 1 : 0,
      callback: number % 20 === 0 ? 'TEST-000001' : null,
    }))
    for (let first = 0; first < rows.length; first += 1_000) {
      await database
        .insertInto('callback_requests')
        .values(rows.slice(first, first + 1_000))
        .execute()
    }
    const days = { from: '2026-11-19', to: '2026-11-21', timeZone: ZONE }
    expect(await countRequests(database, days)).toEqual({
      perDay: [
        { day: '2026-11-19', requests: 0 },
        { day: '2026-11-20', requests: 5_400 },
        { day: '2026-11-21', requests: 0 },
      ],
      suspected: 300,
    })
  })
})
