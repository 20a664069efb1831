/**
 * Runs the journeys in each browser, on a phone's page and on a computer's, against a built server of their own. Ends
 * with the line `N passed, N failed`, writes the same to `test-results/browsers/results.json`, and exits 1 when
 * anything failed.
 *
 *   node e2e/browsers/run.ts [--chromium | --current] [WORDS]
 *
 * Without an option it runs in all browsers but the current Chromium; with WORDS, only what has them in its title.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startSite } from '../running-site.ts'
import type { Browser, Engine } from './browser.ts'
import { CURRENT_CHROMIUM, OLD_CHROMIUMS } from './chromium.ts'
import { FIREFOX } from './firefox.ts'
import { JOURNEYS, type Journey, type Visit } from './journeys.ts'
import { WEBKIT } from './webkit.ts'

const RESULTS = resolve(import.meta.dirname, '../../test-results/browsers')
const SIZES = [
  { on: 'phone', width: 390, height: 844 },
  { on: 'computer', width: 1280, height: 800 },
] as const

/** How long one journey may take before it counts as failed. */
const JOURNEY_LIMIT_MS = 60_000

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { chromium: { type: 'boolean' }, current: { type: 'boolean' } },
})
const words = positionals.join(' ')
const engines = options.current
  ? [CURRENT_CHROMIUM]
  : options.chromium
    ? OLD_CHROMIUMS
    : [...OLD_CHROMIUMS, FIREFOX, WEBKIT]

await rm(RESULTS, { recursive: true, force: true })
await mkdir(RESULTS, { recursive: true })
const results = { passed: 0, failed: 0, skipped: [] as string[] }
const { stop, ...site } = await startSite()
// Two at a time: the journeys mostly wait, and more would be late on a small machine.
const waiting = engines.values()
await Promise.all(
  [1, 2].map(async () => {
    for (const engine of waiting) await runIn(engine)
  }),
)
const exitCode = await stop()
if (exitCode !== 0) failed('The server ends with 0 after SIGTERM', new Error(`it ended with ${exitCode}`))
await writeFile(`${RESULTS}/results.json`, JSON.stringify(results))
for (const name of results.skipped) console.log(`skipped: ${name}`)
const { passed, skipped } = results
console.log(`${passed} passed, ${results.failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`)
process.exitCode = results.failed > 0 ? 1 : 0

async function runIn(engine: Engine) {
  const planned = SIZES.flatMap((size) =>
    JOURNEYS.filter(({ on }) => on === undefined || on === size.on).map((journey) => ({
      journey,
      size,
      title: `${engine.name}, ${size.width} px: ${journey.title}`,
    })),
  ).filter(({ title }) => title.includes(words))
  if (planned.length === 0) return
  const missing = engine.missing()
  if (missing) {
    results.skipped.push(`${engine.name} (${missing})`)
    return
  }
  let browser: Browser
  try {
    browser = await engine.start()
  } catch (error) {
    failed(`${engine.name} starts`, error)
    return
  }
  for (const { journey, size, title } of planned) await walk(browser, journey, size, title)
  await browser.close()
}

async function walk(browser: Browser, journey: Journey, size: (typeof SIZES)[number], title: string) {
  const name = title.replace(/\W+/g, '-').toLowerCase()
  const started = Date.now()
  try {
    const page = await browser.open(size)
    const visit: Visit = { page, site, on: size.on, email: `${name.slice(0, 60)}.${started}@people.example` }
    try {
      await limited(journey.walk(visit))
      const errors = await page.errors()
      if (errors.length > 0) throw new Error(`errors in the page: ${errors.join('; ')}`)
      results.passed++
      console.log(`passed  ${title} (${Date.now() - started} ms)`)
    } catch (error) {
      const errors = await page.errors().catch(() => [])
      failed(title, error, errors)
      await writeFile(`${RESULTS}/${name}.png`, await page.screenshot())
    }
    await page.close()
  } catch (error) {
    failed(title, error)
  }
}

function failed(title: string, error: unknown, errorsInThePage: string[] = []) {
  results.failed++
  const complaint = error instanceof Error ? error.message : String(error)
  const lines = [complaint, ...errorsInThePage].join('\n').replaceAll('\n', '\n        ')
  console.error(`FAILED  ${title}\n        ${lines}`)
}

async function limited(walking: Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took over ${JOURNEY_LIMIT_MS} ms`)), JOURNEY_LIMIT_MS)
  })
  await Promise.race([walking, limit]).finally(() => clearTimeout(timer))
}
