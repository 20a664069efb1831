/** Long runs of the faults and attacks that luck has a part in, for before a release: npm test makes them happen less. */
import { join } from 'node:path'
import { startVitest } from 'vitest/node'

const RUNS = [
  'src/server/faults/killed-under-load.test.ts',
  'src/server/faults/erasure-killed.test.ts',
  'src/server/hostile',
]

process.chdir(join(import.meta.dirname, '..'))
const vitest = await startVitest('test', RUNS, {
  watch: false,
  provide: { killRounds: 100, malformedBodies: 100_000, brokenSockets: 20_000 },
})
await vitest.close()
