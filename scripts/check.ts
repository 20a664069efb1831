/** Checks types, lint, format and unused code. A failed check does not stop the others. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** The checks, with the names under which `npm test` reports them. */
export const CHECKS = [
  { name: 'Types are right', command: ['tsc', '-b'] },
  { name: 'Lint, import directions and format are right', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'Nothing is unused', command: ['knip'] },
] as const

/** Runs all checks, which print their own messages. Returns the names of those that failed. */
export function runChecks(): string[] {
  return CHECKS.filter(({ command: [program, ...args] }) => {
    const { status } = spawnSync(program, args, { stdio: 'inherit', cwd: join(import.meta.dirname, '..') })
    return status !== 0
  }).map(({ name }) => name)
}

if (import.meta.main) {
  const failed = runChecks()
  for (const name of failed) console.error(`Failed: ${name}`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
