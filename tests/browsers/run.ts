/**
 * Runs the journeys in each browser, on a phone's page and on a computer's, against built servers of their own. Ends
 * with the line `N passed, N failed`, writes the same to `test-results/browsers/results.json`, and exits 1 when
 * anything failed.
 *
 *   node tests/browsers/run.ts [--chromium] [WORDS]
 *
 * With --chromium it runs in Chromium 92 and 106 only; with WORDS, only what has them in its title.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { forgetProductVariables } from '../../scripts/product-environment.ts'
import { english } from '../support/content.ts'
import { arabic } from '../support/page/longest-texts.ts'
import { startSite } from '../support/page/running-site.ts'
import { startSiteWith } from '../support/page/site-with.ts'
import type { Browser, Engine, Page } from './browser.ts'
import { OLD_CHROMIUMS } from './chromium.ts'
import { DESK_JOURNEYS } from './desk.ts'
import { FIREFOX } from './firefox.ts'
import { JOURNEYS, type Journey } from './journeys.ts'
import { WEBKIT } from './webkit.ts'

forgetProductVariables()

const RESULTS = resolve(import.meta.dirname, '../../test-results/browsers')
const SIZES = [
  { on: 'phone', width: 390, height: 844 },
  { on: 'computer', width: 1280, height: 800 },
] as const

/** The journeys mostly wait for the page; with more of them at once, a small machine would be late. */
const BROWSERS_AT_ONCE = 4

/** How long one journey may take before it counts as failed. */
const JOURNEY_LIMIT_MS = 90_000

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { chromium: { type: 'boolean' } },
})
const words = positionals.join(' ')
const engines = [...OLD_CHROMIUMS, ...(options.chromium ? [] : [FIREFOX, WEBKIT])]

await rm(RESULTS, { recursive: true, force: true })
await mkdir(RESULTS, { recursive: true })
const skipped = new Set<string>()
let passed = 0
let failed = 0
const [{ stop, ...site }, { stop: stopArabic, ...siteInArabic }] = await Promise.all([
  startSite(),
  startSiteWith([english, arabic]),
])
const runs = engines.flatMap((engine) => SIZES.map((size) => ({ engine, size }))).values()
await Promise.all(
  Array.from({ length: BROWSERS_AT_ONCE }, async () => {
    for (const { engine, size } of runs) await runIn(engine, size)
  }),
)
for (const exitCode of [await stop(), await stopArabic()]) {
  if (exitCode !== 0) fail('The server ends after SIGTERM', `its exit code is ${exitCode}`)
}
if (passed + failed + skipped.size === 0) fail('Something runs', `no journey has "${words}" in its title`)

await writeFile(`${RESULTS}/results.json`, JSON.stringify({ passed, failed, skipped: [...skipped] }))
for (const name of skipped) console.log(`skipped: ${name}`)
console.log(`${passed} passed, ${failed} failed${skipped.size > 0 ? `, ${skipped.size} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0

/** Runs the journeys of one size in a browser of their own, one after another. */
async function runIn(engine: Engine, size: (typeof SIZES)[number]) {
  // The desk needs a browser of its staff's choice, and no old one.
  const journeys = OLD_CHROMIUMS.includes(engine) ? JOURNEYS : [...JOURNEYS, ...DESK_JOURNEYS]
  const planned = journeys
    .filter(({ on }) => on === undefined || on === size.on)
    .map((journey) => ({ journey, title: `${engine.name}, ${size.width} px: ${journey.title}` }))
    .filter(({ title }) => title.includes(words))
  if (planned.length === 0) return
  const missing = engine.missing()
  if (missing) {
    skipped.add(`${engine.name} (${missing})`)
    return
  }
  let browser: Browser
  try {
    browser = await engine.start()
  } catch (error) {
    fail(`${engine.name}, ${size.width} px: The browser starts`, error)
    return
  }
  for (const { journey, title } of planned) await runJourney(browser, journey, size, title)
  await browser.close()
}

async function runJourney(browser: Browser, journey: Journey, size: (typeof SIZES)[number], title: string) {
  const name = title.replace(/\W+/g, '-').toLowerCase()
  const started = Date.now()
  const email = `${name.slice(0, 50)}.${started}@people.example`
  let page: Page | undefined
  try {
    page = await limited(browser.open(size), 'to open the page')
    await limited(journey.run({ page, site, siteInArabic, on: size.on, email }))
    const errors = await page.errors()
    if (errors.length > 0) throw new Error('the page reports errors')
    passed++
    console.log(`passed  ${title} (${Date.now() - started} ms)`)
  } catch (error) {
    const errors = (await page?.errors().catch(() => [])) ?? []
    fail(title, error, errors)
    const picture = await page?.screenshot().catch(() => undefined)
    if (picture) await writeFile(`${RESULTS}/${name}.png`, picture)
  }
  await page?.close().catch((error) => fail(`${title}: its page closes`, error))
}

/** Counts a failure, and says why, with the errors that the page has reported. */
function fail(title: string, reason: unknown, errorsOfThePage: string[] = []) {
  failed++
  const lines = [reason instanceof Error ? reason.message : String(reason), ...errorsOfThePage]
  console.error(`FAILED  ${title}\n        ${lines.join('\n').replaceAll('\n', '\n        ')}`)
}

async function limited<Result>(running: Promise<Result>, what = 'to run'): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took over ${JOURNEY_LIMIT_MS} ms ${what}`)), JOURNEY_LIMIT_MS)
  })
  return Promise.race([running, limit]).finally(() => clearTimeout(timer))
}
