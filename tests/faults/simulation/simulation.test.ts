import { test } from 'vitest'
import { hasPostgres } from '../../support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../support/database/postgres-database.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { testRequiring } from '../../support/test-requirements.ts'
import { simulateRuns } from './simulate.ts'

test('Whatever visitors and staff do, one instance on SQLite keeps each promise and calls nobody twice', async () => {
  await simulateRuns({ runs: 90 }, await temporaryDirectory(), { instances: 1, atOnce: 2, faults: [] })
}, 180_000)

testRequiring(
  { PostgreSQL: hasPostgres() },
  'Whatever they do, two at once and through locks, three instances with wrong clocks keep each promise, too',
  async () => {
    const setting = { instances: 3, atOnce: 2, faults: ['locked'] } as const
    await simulateRuns({ runs: 25 }, await newPostgresDatabase(), setting)
  },
  { timeout: 180_000 },
)
