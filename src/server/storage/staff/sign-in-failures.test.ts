import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { openStaffStore } from '../../../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'

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

  test('Attempts that begin and attempts that are taken back at the same moment do not stop each other', async () => {
    const { failures } = await openStaffStore(await newStore())
    const tries = Array.from({ length: 24 }, async (_, index) => {
      const attempt = { email: `${index % 8}${EMAIL}`, client: `192.0.2.${index % 8}` }
      for (let count = 0; count < 60; count++) {
        await failures.begin(attempt)
        await failures.forgive(attempt)
      }
    })
    await expect(Promise.all(tries)).resolves.toBeDefined()
  })
})
