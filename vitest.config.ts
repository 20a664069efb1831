import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { forgetProductVariables } from './scripts/product-environment.ts'

forgetProductVariables()

/** `npm run soak` sets it: then `*.soak.ts` run too, and those that depend on chance run longer. */
const isSoak = process.env.SOAK !== undefined

const include = ['{src,tests,scripts,bench,artwork}/**/*.test.ts', ...(isSoak ? ['{tests,artwork}/**/*.soak.ts'] : [])]

/** A fake clock would also be that of what other files of the same process have left. */
const FAKING_TIME = globSync('src/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('useFakeTimers'))

export default defineConfig({
  test: {
    globalSetup: 'tests/support/database/postgres-service.ts',
    provide: { soakFactor: isSoak ? 20 : 1 },
    pool: 'forks',
    // Many tests wait for a process or a time-out.
    maxWorkers: availableParallelism() + 1,
    // Of a whole test, however busy the machine: what it waits for has a limit of its own.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      // Loading the modules again for each file would take a fifth of the time.
      {
        extends: true,
        test: { name: 'shared', include, exclude: [...configDefaults.exclude, ...FAKING_TIME], isolate: false },
      },
      { extends: true, test: { name: 'fake time', include: FAKING_TIME, isolate: true } },
    ],
  },
})
