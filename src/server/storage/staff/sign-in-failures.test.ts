import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { openStaffStore } from '../../../../tests/support/staff-store.ts'
import { describeRequiring } from '../../../../tests/support/test-requirements.ts'
import { lock } from '../database/write.ts'
import { FAILURES } from './sign-in-failures.ts'
import { hasStaff } from './staff-members.ts'
import { deleteExpiredSignIns } from './staff-sessions.ts'

const EMAIL = 'nina@clinic.example'

describeOnEachDatabase('Failed sign-ins', (newStore) => {
  test('of fifty at once on two instances are counted to the limit, without addresses, and the others count nowhere', async () => {
    const location = await newStore()
    const clock = new Clock()
    const [one, two] = [await openStaffStore(location, clock), await openStaffStore(location, clock)]
    const attempts = Array.from({ length: 50 }, (_, index) =>
      (index % 2 ? one : two).failures.begin({ email: EMAIL, client: '192.0.2.1' }),
    )
    expect((await Promise.all(attempts)).filter(({ ok }) => ok)).toHaveLength(10)
    const rows = await one.database.selectFrom('sign_in_failures').select(['subject', 'failures']).execute()
    const counted = { subject: expect.stringMatching(/^[0-9a-f]{64}$/), failures: 10 }
    expect(rows).toEqual([counted, counted])
  })
})

describeRequiring({ PostgreSQL: hasPostgres() }, 'On PostgreSQL', () => {
  test('attempts that begin, are taken back and are forgotten at the same moment do not stop each other', async () => {
    const location = await newPostgresDatabase()
    const { database, failures, clock } = await openStaffStore(location)
    const { failures: others } = await openStaffStore(location)
    const tries = Array.from({ length: 24 }, async (_, index) => {
      const own = index < 12 ? failures : others
      const attempt = { email: `${index % 8}${EMAIL}`, client: `192.0.2.${index % 3}` }
      for (let count = 0; count < 60; count++) {
        await own.begin(attempt)
        await own.forgive(attempt)
      }
    })
    const hourLater = new Date(clock.now.getTime() + 60 * 60_000)
    const forget = async () => {
      for (let count = 0; count < 60; count++) await deleteExpiredSignIns(database, hourLater)
    }
    await expect(Promise.all([...tries, forget()])).resolves.toBeDefined()
  })

  test('fifty sign-ins that wait for another instance leave connections for those who work', async () => {
    const location = await newPostgresDatabase()
    const other = await openStaffStore(location)
    const { database, failures } = await openStaffStore(location)
    const { begun } = await other.database.transaction().execute(async (transaction) => {
      await lock(transaction, FAILURES)
      const begun = Array.from({ length: 50 }, (_, index) => failures.begin({ client: `192.0.2.${index}` }))
      const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
      await vi.waitFor(async () => expect((await waiting.execute(transaction)).rows).toHaveLength(1))
      await Promise.all(Array.from({ length: 50 }, () => hasStaff(database)))
      return { begun }
    })
    expect(await Promise.all(begun)).toContainEqual({ ok: true })
  })
})
