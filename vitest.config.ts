import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,tests,scripts,bench,artwork}/**/*.test.ts'],
    globalSetup: 'tests/support/database/postgres-service.ts',
    provide: { soakFactor: 1 },
    pool: 'forks',
    // Many tests wait for a process or a time-out. Loading the modules again for each file takes a fifth of the time.
    maxWorkers: availableParallelism() + 1,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
