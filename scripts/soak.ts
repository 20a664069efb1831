/**
 * Long runs of the tests of faults and attacks that depend on chance, for use before a release. `--only FILE` runs one
 * of them.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

/** `*.soak.ts` runs only here. */
const RUNS = ['.soak.ts', 'tests/faults/killed-under-load.test.ts', 'tests/abuse', 'tests/deploy/life.test.ts']

const { values } = parseArgs({ options: { only: { type: 'string' } } })

process.env.NODE_ENV = 'test'
process.chdir(join(import.meta.dirname, '..'))
const runs = values.only === undefined ? RUNS : [values.only]
process.env.SOAK = '1'
const vitest = await startVitest('test', runs, { watch: false })
await vitest.close()

// Every state of the pages in every window, with its picture, and languages that are not shipped.
if (values.only === undefined) {
  const { status } = spawnSync('playwright', ['test'], { stdio: 'inherit' })
  process.exitCode ||= status ?? 1
}
