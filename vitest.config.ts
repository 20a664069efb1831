import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { forgetProductVariables } from './scripts/product-environment.ts'

forgetProductVariables()

/** `npm run soak` sets it: then `*.soak.ts` run too, and those that depend on chance run longer. */
const isSoak = process.env.SOAK !== undefined

const include = ['{src,tests,scripts,bench,artwork}/**/*.test.ts', ...(isSoak ? ['{tests,artwork}/**/*.soak.ts'] : [])]

/** A fake clock would also be that of what other files of the same process have left. */
const FAKING_TIME = globSync('src/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('useFakeTimers'))

/** Those that take longest, which would otherwise run on alone at the end. A clone knows no other durations. */
const LONGEST = /(deploy\/life|simulation\/simulation|mail\/misbehaving-servers|scripts\/build)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: 'tests/support/database/postgres-service.ts',
    setupFiles: 'tests/support/random-seed.ts',
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
