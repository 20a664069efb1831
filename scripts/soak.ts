/** Long runs of the faults that luck has a part in, for before a release: npm test makes them happen more seldom. */
import { join } from 'node:path'
import { startVitest } from 'vitest/node'

process.chdir(join(import.meta.dirname, '..'))
const vitest = await startVitest(
  'test',
  ['src/server/faults/killed-under-load.test.ts', 'src/server/faults/erasure-killed.test.ts'],
  {
    watch: false,
    provide: { killRounds: 100 },
  },
)
await vitest.close()
