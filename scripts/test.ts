/**
 * Runs the checks and then the unit and server tests; beside them, the journeys in old Chromiums and then those in
 * current Chromium, whose output comes at the end. Prints what was skipped and why, and ends with the line
 * `N passed, N failed`. Exits with 1 when anything failed or a part ran no test.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JSONReport } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { CHECKS, runChecks } from './check.ts'

interface Tally {
  passed: number
  failed: number
  skipped: string[]
}

interface Run {
  output: 'inherit' | number
  /** More variables for its environment. */
  more?: Record<string, string>
}

process.env.NODE_ENV = 'test'
process.chdir(join(import.meta.dirname, '..'))
const RESULTS = 'test-results'
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)
/** What is printed at the end: two runs that print at once could not be read. */
const LATER = `${RESULTS}/journeys.txt`
const later = openSync(LATER, 'w')
const environment = { ...process.env, TMPDIR: fastDirectory() }

// Both rows often wait, for a process or for a page: side by side they keep two processors busy.
console.log(`The output of the journeys comes at the end; until then it is in ${LATER}.`)
const rows = await Promise.all([inOrder(oldChromiums, journeys), inOrder(checks, unitTests)])
console.log(readFileSync(LATER, 'utf8'))
const tallies = rows.flat()
const total = (count: (tally: Tally) => number) => tallies.reduce((sum, tally) => sum + count(tally), 0)
const failed = total((tally) => tally.failed)

for (const name of tallies.flatMap((tally) => tally.skipped)) console.log(`skipped: ${name}`)
console.log(`${total((tally) => tally.passed)} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function checks(): Tally {
  const failed = runChecks()
  for (const name of failed) console.error(`FAILED  ${name}`)
  return { passed: CHECKS.length - failed.length, failed: failed.length, skipped: [] }
}

async function unitTests(): Promise<Tally> {
  const file = `${RESULTS}/unit.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const exitCode = await run('vitest', ['run', ...reporters], { output: 'inherit' })
  const results = read<JsonTestResults>(file)
  if (!results?.numTotalTests) return ranNothing('The unit and server tests')
  const broken = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  )
  const failed = results.numFailedTests + broken.length
  return {
    passed: results.numPassedTests,
    // An uncaught error fails the run but none of its tests.
    failed: failed || (exitCode === 0 ? 0 : 1),
    skipped: results.testResults
      .flatMap((suite) => suite.assertionResults)
      .filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo')
      .map(({ fullName }) => fullName),
  }
}

async function journeys(): Promise<Tally> {
  const file = `${RESULTS}/journeys.json`
  const more = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  await run('playwright', ['test', '--reporter=list,json'], { output: later, more })
  const results = read<JSONReport>(file)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = results?.stats ?? {}
  if (expected + unexpected + flaky === 0) return ranNothing('The journeys')
  return {
    passed: expected,
    failed: unexpected + flaky + (results?.errors.length ?? 0),
    skipped: skipped > 0 ? [`${skipped} journeys`] : [],
  }
}

async function oldChromiums(): Promise<Tally> {
  await run('node', ['scripts/test-browsers.ts', '--chromium'], { output: later })
  return read<Tally>(`${RESULTS}/browsers/results.json`) ?? ranNothing('The journeys in old Chromiums')
}

async function inOrder(...parts: (() => Tally | Promise<Tally>)[]): Promise<Tally[]> {
  const tallies: Tally[] = []
  for (const part of parts) tallies.push(await part())
  return tallies
}

/** Runs a program to its end. Gives its exit code, or null when it was killed or could not be started. */
async function run(command: string, args: string[], { output, more }: Run): Promise<number | null> {
  const child = spawn(command, args, { stdio: ['ignore', output, output], env: { ...environment, ...more } })
  const [exitCode] = await once(child, 'exit').catch(() => [null])
  return exitCode
}

/**
 * Where tests put their stores and browsers their profiles: in memory where it has a GiB free, since they would wait
 * for the disk longer than for the processor. `npm run soak` uses the disk.
 */
function fastDirectory(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= 2 ** 30 ? memory : tmpdir()
  } catch {
    return tmpdir() // only Linux has it
  }
}

function read<Results>(file: string): Results | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined // the runner stopped before it wrote its results
  }
}

function ranNothing(what: string): Tally {
  console.error(`FAILED  ${what} did not run`)
  return { passed: 0, failed: 1, skipped: [] }
}
