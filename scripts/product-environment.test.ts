import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../tests/support/temporary-directory.ts'

const ROOT = join(import.meta.dirname, '..')

/** Each would stop a server that read it, or make it use what is not its own. */
const odd = Object.fromEntries(
  Object.keys(parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8'))).map((name) => [name, 'odd value']),
)

test('tests and journeys do not see the configuration that somebody has exported', async () => {
  const output = `--output=${await temporaryDirectory()}`
  for (const command of [
    ['vitest', 'run', 'src/server/main.test.ts'],
    ['playwright', 'test', 'tests/journeys/end-to-end.spec.ts', '--reporter=line', output],
  ]) {
    const [program = '', ...parameters] = command
    const env = { ...process.env, ...odd }
    const { status, stdout, stderr } = spawnSync(program, parameters, { cwd: ROOT, env, encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
    expect(stdout).toContain('passed')
  }
})
