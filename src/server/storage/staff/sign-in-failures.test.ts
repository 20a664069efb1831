import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { openStaffStore } from '../../../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { describeRequiring } from '../../../../tests/support/test-requirements.ts'
import { lock } from '../database/write.ts'
import { FAILURES } from './sign-in-failures.ts'
import { hasStaff } from './staff-members.ts'
import { deleteExpiredSignIns } from './staff-sessions.ts'

const EMAIL = 'nina@clinic.example'

test('Failed sign-ins are stored without addresses, and one that is taken back is not counted, nor more than were begun', async () => {
  const { database, failures } = await openStaffStore(await temporaryDirectory())
  await failures.begin({ email: EMAIL, client: '192.0.2.1' })
  for (let count = 0; count < 3; count++) await failures.forgive({ email: EMAIL })
  const rows = await database.selectFrom('sign_in_failures').selectAll().orderBy('failures').execute()
  expect(rows.map(({ failures }) => failures)).toEqual([0, 1])
  for (const { subject } of rows) expect(subject).toMatch(/^[0-9a-f]{64}$/)
})

test('Of a client or an address that has failed too often nothing more is written', async () => {
  const { database, failures } = await openStaffStore(await temporaryDirectory())
  const client = '192.0.2.1'
  for (let count = 0; count < 30; count++) await failures.begin({ client })
  const changes = async () => (await sql<{ n: number }>`select total_changes() as n`.execute(database)).rows[0]?.n
  const before = await changes()
  expect(await failures.begin({ email: EMAIL, client })).toEqual({ ok: false, retryAfterSeconds: 900 })
  expect(await changes()).toBe(before)
})

describeOnEachDatabase('Failed sign-ins', (newStore) => {
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

  test('Attempts that begin, are taken back and are forgotten at the same moment do not stop each other', async () => {
    const location = await newStore()
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
})

describeRequiring({ PostgreSQL: hasPostgres() }, 'On PostgreSQL', () => {
  test('fifty sign-ins that wait for another instance leave connections for those who work', async () => {
    const location = await newPostgresDatabase()
    const other = await openStaffStore(location)
    const { database, failures } = await openStaffStore(location)
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    onTestFinished(() => end())
    const holding = other.database.transaction().execute(async (transaction) => {
      await lock(transaction, FAILURES)
      await isOver
    })
    const locks = async (isHeld: boolean) => {
      const known = sql`select pid from pg_locks where locktype = 'advisory' and granted = ${isHeld}`
      return (await known.execute(other.database)).rows.length
    }
    await vi.waitFor(async () => expect(await locks(true)).toBe(1))
    const begun = Array.from({ length: 50 }, (_, index) => failures.begin({ client: `192.0.2.${index}` }))
    await vi.waitFor(async () => expect(await locks(false)).toBeGreaterThan(0))
    const working = Array.from({ length: 50 }, () => hasStaff(database))
    await expect(Promise.all(working)).resolves.toContain(false)
    end()
    await holding
    await expect(Promise.all(begun)).resolves.toContainEqual({ ok: true })
  })
})
