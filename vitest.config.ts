import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,tests,scripts,bench}/**/*.test.ts'],
    globalSetup: 'tests/support/database/postgres-service.ts',
    provide: { killRounds: 20, malformedBodies: 10_000, brokenSockets: 2_000 },
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
