import { expect, test } from 'vitest'
import { hasPostgres } from '../../support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../support/database/postgres-database.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { testRequiring } from '../../support/test-requirements.ts'
import { simulateFor } from './simulate.ts'

test('Whatever visitors and staff do, one instance on SQLite keeps each promise and calls nobody twice', async () => {
  expect(await simulateFor(6, await temporaryDirectory(), { instances: 1, atOnce: 1, faults: [] })).toBeGreaterThan(0)
}, 180_000)

testRequiring(
  { PostgreSQL: hasPostgres() },
  'Whatever visitors and staff do on three instances with wrong clocks, and through locks, each promise is kept',
  async () => {
    expect(
      await simulateFor(14, await newPostgresDatabase(), { instances: 3, atOnce: 1, faults: ['locked'] }),
    ).toBeGreaterThan(0)
  },
  { timeout: 180_000 },
)
