import { expect } from 'vitest'
import { hasPostgres } from '../../support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../support/database/postgres-database.ts'
import { testRequiring } from '../../support/test-requirements.ts'
import { simulateRuns } from './simulate.ts'

testRequiring(
  { PostgreSQL: hasPostgres() },
  'Ten minutes of random acts on three instances, some of which crash, leave each promise kept',
  async () => {
    const setting = { instances: 3, atOnce: 2, faults: ['locked', 'crash'] } as const
    expect(await simulateRuns({ seconds: 600 }, await newPostgresDatabase(), setting)).toBeGreaterThan(100)
  },
  { timeout: 900_000 },
)
