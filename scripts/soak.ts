/** Long runs of the tests of faults and attacks that depend on chance, for use before a release. */
import { join } from 'node:path'
import { startVitest } from 'vitest/node'

const RUNS = [
  'tests/faults/killed-under-load.test.ts',
  'tests/faults/erasure-killed.test.ts',
  'tests/faults/power-cuts.test.ts',
  'tests/faults/postgres-archive.test.ts',
  'tests/abuse',
  'tests/deploy/containers.test.ts',
]

process.env.NODE_ENV = 'test'
process.chdir(join(import.meta.dirname, '..'))
const vitest = await startVitest('test', RUNS, { watch: false, provide: { soakFactor: 20 } })
await vitest.close()
