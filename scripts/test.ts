/**
 * Runs the checks, the unit and server tests, the journeys in the oldest Chromium, and those in the current one. Prints
 * what was skipped and why, then once more what failed and why, and ends with the line `N passed, N failed`. Exits with 1
 * when anything failed or a part ran no test.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { CHECKS, runChecks } from './check.ts'

interface Tally {
  passed: number
  /** What failed, each with its message. */
  failed: string[]
  skipped: string[]
}

process.env.NODE_ENV = 'test'
process.chdir(join(import.meta.dirname, '..'))
const RESULTS = 'test-results'
/** Characters: the whole message stands where the test ran. */
const MOST_OF_A_MESSAGE = 3_000
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)
const environment = { ...process.env, TMPDIR: fastDirectory() }

const oldestChromium = startOldestChromium()
const tallies = [checks(), unitTests(), await oldestChromium(), journeys()]
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.flatMap((tally) => tally.failed)

for (const name of tallies.flatMap((tally) => tally.skipped)) console.log(`skipped: ${name}`)
for (const what of failed) console.log(`FAILED  ${stripVTControlCharacters(what).slice(0, MOST_OF_A_MESSAGE)}`)
console.log(`${passed} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0

function checks(): Tally {
  const failed = runChecks()
  return { passed: CHECKS.length - failed.length, failed, skipped: [] }
}

function unitTests(): Tally {
  const file = `${RESULTS}/unit.json`
  const ended = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  const results = read<JsonTestResults>(file)
  if (!results?.numTotalTests) return ranNothing('The unit and server tests')
  const broken = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  )
  const tests = results.testResults.flatMap((suite) => suite.assertionResults)
  const failed = [
    ...broken.map(({ name, message }) => `${name}\n${message}`),
    ...tests
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => [fullName, ...(failureMessages ?? [])].join('\n')),
  ]
  // An uncaught error fails the run but none of its tests.
  if (failed.length === 0 && ended.status !== 0) failed.push('The unit and server tests: an error outside of the tests')
  return {
    passed: results.numPassedTests,
    failed,
    skipped: tests
      .filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo')
      .map(({ fullName }) => fullName),
  }
}

function journeys(): Tally {
  const file = `${RESULTS}/journeys.json`
  run('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  return tallyOf('The journeys', file)
}

function tallyOf(what: string, file: string): Tally {
  const results = read<JSONReport>(file)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = results?.stats ?? {}
  if (!results || expected + unexpected + flaky + skipped === 0) return ranNothing(what)
  const failed = [...results.suites.flatMap(failedIn), ...results.errors.map(({ message }) => `${what}: ${message}`)]
  return { passed: expected, failed, skipped: skipped > 0 ? [`${what}: ${skipped}`] : [] }
}

function failedIn({ specs, suites = [] }: JSONReportSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        [title, ...results.flatMap(({ errors }) => errors.map(({ message }) => message))].join('\n'),
      ),
  )
  return [...own, ...suites.flatMap(failedIn)]
}

/** They mostly wait for the page, so they run beside the checks and the unit tests, and print after those. */
function startOldestChromium(): () => Promise<Tally> {
  const [output, results] = [`${RESULTS}/oldest-chromium.txt`, resolve(RESULTS, 'oldest-chromium.json')]
  const file = openSync(output, 'w')
  const command = ['run', '--silent', 'test:browsers', '--', '--project=Chromium 92*', '--reporter=list,json']
  const env = { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: results }
  const ended = once(spawn('npm', command, { stdio: ['ignore', file, file], env }), 'exit')
  return async () => {
    await ended
    console.log(readFileSync(output, 'utf8'))
    return tallyOf('The journeys in the oldest Chromium', results)
  }
}

function run(command: string, args: string[], more: Record<string, string> = {}) {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...environment, ...more } })
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
  return { passed: 0, failed: [`${what} did not run`], skipped: [] }
}
