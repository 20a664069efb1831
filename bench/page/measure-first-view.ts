import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Finding } from '../finding.ts'
import { type Fetched, isFirstBanner, isScript, transferredUntouched, watchFirstView } from './first-view.ts'
import { atMost } from './page-finding.ts'
import { onPhone } from './phone.ts'
import { BUDGET_KB, type Weight, weigh } from './weight.ts'

const DIST = join(import.meta.dirname, '../../dist')

/** By then the banner has moved once and the carousel twice. */
const UNTOUCHED_MS = 7_000

/**
 * Measures the weight of the first view: the built files, and what a real Chromium fetches on a phone.
 *
 * @param emptyReact the address of the floor
 */
export async function measureFirstView(browser: Browser, address: string, emptyReact: string): Promise<Finding[]> {
  const weights = weigh(DIST)
  const [english] = weights
  const empty = await onPhone(browser, {}, (page) => watchFirstView(page, emptyReact))
  const floor = { what: 'an empty React page', value: kbOf(empty.fetched.filter(isScript)) }
  const { fetched } = await onPhone(browser, {}, (page) => watchFirstView(page, address))
  const findings = [
    atMost(BUDGET_KB.script, 'Script, React and the carousel included, brotli', english.script, 'KB', floor),
    atMost(BUDGET_KB.banner, 'First banner at 390 px', kbOf(fetched.filter(isFirstBanner)), 'KB'),
  ]
  for (const weight of weights) findings.push(...(await measureLanguage(browser, address, weight)))
  return findings
}

/** The weights that differ by the language of the home page. */
async function measureLanguage(
  browser: Browser,
  address: string,
  { language, path, document, mostOfDocument, typeface }: Weight,
): Promise<Finding[]> {
  const bytes = await onPhone(browser, {}, (page) => transferredUntouched(page, address + path, UNTOUCHED_MS))
  const name = (what: string) => (language === 'en' ? what : `${what} (${language})`)
  const untouched = name('All that is transferred before a scroll or press, density 2')
  return [
    atMost(mostOfDocument, name('HTML and CSS, brotli'), document, 'KB'),
    atMost(BUDGET_KB.typeface, name('Web font'), typeface, 'KB'),
    atMost(BUDGET_KB.firstView, untouched, bytes / 1_000, 'KB'),
  ]
}

function kbOf(fetched: readonly Fetched[]): number {
  return fetched.reduce((bytes, { bodyBytes }) => bytes + bodyBytes, 0) / 1_000
}
