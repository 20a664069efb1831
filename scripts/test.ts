/**
 * Runs the checks, the unit and server tests, the journeys in the oldest Chromium, and those in the current one. Prints
 * what was skipped and why, and ends with the line `N passed, N failed`. Exits with 1 when anything failed or a part ran
 * no test.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { JSONReport } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { CHECKS, runChecks } from './check.ts'

interface Tally {
  passed: number
  failed: number
  skipped: string[]
}

process.env.NODE_ENV = 'test'
process.chdir(join(import.meta.dirname, '..'))
const RESULTS = 'test-results'
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)
const environment = { ...process.env, TMPDIR: fastDirectory() }

const oldestChromium = startOldestChromium()
const tallies = [checks(), unitTests(), await oldestChromium(), journeys()]
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

function unitTests(): Tally {
  const file = `${RESULTS}/unit.json`
  const ended = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  const results = read<JsonTestResults>(file)
  if (!results?.numTotalTests) return ranNothing('The unit and server tests')
  const broken = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  )
  const failed = results.numFailedTests + broken.length
  return {
    passed: results.numPassedTests,
    // An uncaught error fails the run but none of its tests.
    failed: failed || (ended.status === 0 ? 0 : 1),
    skipped: results.testResults
      .flatMap((suite) => suite.assertionResults)
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
  if (expected + unexpected + flaky + skipped === 0) return ranNothing(what)
  return {
    passed: expected,
    failed: unexpected + flaky + (results?.errors.length ?? 0),
    skipped: skipped > 0 ? [`${what}: ${skipped}`] : [],
  }
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
  console.error(`FAILED  ${what} did not run`)
  return { passed: 0, failed: 1, skipped: [] }
}
