/**
 * The journeys in real old and other browsers: installs what drives them when it is missing or older than its
 * lockfile, checks its types, and runs them. Ends with the line `N passed, N failed`; exits 1 when anything failed.
 * What can follow the command stands in `tests/browsers/run.ts`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../tests/browsers')

if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  console.log('Installing the browsers …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
}
run('tsc', ['-p', '.'])
run('node', ['run.ts', ...process.argv.slice(2)])

/** The instant at which a file was last changed, in ms; 0 when it is not there. */
function modified(name: string): number {
  const file = join(FOLDER, name)
  return existsSync(file) ? statSync(file).mtimeMs : 0
}

function run(command: string, parameters: string[]) {
  const { status, error } = spawnSync(command, parameters, { cwd: FOLDER, stdio: 'inherit' })
  if (error) console.error(`${command} did not run: ${error.message}`)
  if (status !== 0) process.exit(1)
}
