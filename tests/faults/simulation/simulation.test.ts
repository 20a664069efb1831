import { expect, test } from 'vitest'
import { hasPostgres } from '../../support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../support/database/postgres-database.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { testRequiring } from '../../support/test-requirements.ts'
import { simulateFor } from './simulate.ts'

test('Whatever visitors and staff do, one instance on SQLite keeps each promise and calls nobody twice', async () => {
  expect(await simulateFor(8, await temporaryDirectory(), { instances: 1, atOnce: 2, faults: [] })).toBeGreaterThan(0)
}, 180_000)

testRequiring(
  { PostgreSQL: hasPostgres() },
  'Whatever they do, two at once and through locks, three instances with wrong clocks keep each promise, too',
  async () => {
    const setting = { instances: 3, atOnce: 2, faults: ['locked'] } as const
    expect(await simulateFor(12, await newPostgresDatabase(), setting)).toBeGreaterThan(0)
  },
  { timeout: 180_000 },
)
