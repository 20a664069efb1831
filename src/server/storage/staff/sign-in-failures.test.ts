import { describe, expect, test } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { openStaffStore } from '../../../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'

const EMAIL = 'nina@clinic.example'

describe('Failed sign-ins', () => {
  test('An attempt that is taken back does not count, and never more than were begun', async () => {
    const { database, failures } = await openStaffStore(await temporaryDirectory())
    await failures.begin({ email: EMAIL })
    for (let count = 0; count < 3; count++) await failures.forgive({ email: EMAIL })
    expect(await database.selectFrom('sign_in_failures').select('failures').execute()).toEqual([{ failures: 0 }])
  })

  test('The store has neither e-mail addresses nor client addresses', async () => {
    const { database, failures } = await openStaffStore(await temporaryDirectory())
    await failures.begin({ email: EMAIL, client: '192.0.2.1' })
    const rows = await database.selectFrom('sign_in_failures').selectAll().execute()
    for (const { subject } of rows) expect(subject).toMatch(/^[0-9a-f]{64}$/)
    expect(rows).toHaveLength(2)
  })
})

describeOnEachDatabase('Failed sign-ins', (newStore) => {
  test.each([
    ['10 of an e-mail address', { email: EMAIL }, 10],
    ['30 of a client', { client: '192.0.2.1' }, 30],
  ] as const)('%s are allowed in 15 minutes, to the millisecond', async (_, attempt, allowed) => {
    const { clock, failures } = await openStaffStore(await newStore())
    for (let count = 0; count < allowed; count++) expect(await failures.begin(attempt)).toEqual({ ok: true })
    clock.pass({ minutes: 5 })
    expect(await failures.begin(attempt)).toEqual({ ok: false, retryAfterSeconds: 600 })
    clock.pass({ minutes: 10, ms: -1 })
    expect(await failures.begin(attempt)).toEqual({ ok: false, retryAfterSeconds: 1 })
    clock.pass({ ms: 1 })
    expect(await failures.begin(attempt)).toEqual({ ok: true })
  })

  test('Fifty at once on two instances are counted to the limit, and the others count nowhere', async () => {
    const location = await newStore()
    const clock = new Clock()
    const instances = [await openStaffStore(location, clock), await openStaffStore(location, clock)]
    const attempts = Array.from({ length: 50 }, (_, index) =>
      instances[index % 2]?.failures.begin({ email: EMAIL, client: '192.0.2.1' }),
    )
    const results = await Promise.all(attempts)
    expect(results.filter((result) => result?.ok)).toHaveLength(10)
    const [store] = instances
    const rows = await store?.database.selectFrom('sign_in_failures').select('failures').execute()
    expect(rows).toEqual([{ failures: 10 }, { failures: 10 }])
  })
})
