/**
 * The journeys in old and other real browsers: checks their types and runs them. Ends with the line
 * `N passed, N failed`; exits 1 when anything failed. `tests/browsers/run.ts` says which parameters it takes.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

run('tsc', ['-p', '.'])
run('node', ['run.ts', ...process.argv.slice(2)])

function run(command: string, parameters: string[]) {
  const cwd = join(import.meta.dirname, '../tests/browsers')
  const { status, error } = spawnSync(command, parameters, { cwd, stdio: 'inherit' })
  if (error) console.error(`${command} did not run: ${error.message}`)
  if (status !== 0) process.exit(1)
}
