import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { forgetProductVariables } from './scripts/product-environment.ts'

forgetProductVariables()

export default defineConfig({
  test: {
    include: ['{src,tests,scripts,bench,artwork}/**/*.test.ts'],
    globalSetup: 'tests/support/database/postgres-service.ts',
    provide: { soakFactor: 1 },
    pool: 'forks',
    // Many tests wait for a process or a time-out. Loading the modules again for each file takes a fifth of the time.
    maxWorkers: availableParallelism() + 1,
    isolate: false,
    // Of a whole test, however busy the machine: what it waits for has a limit of its own.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
