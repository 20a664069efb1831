import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Finding } from '../finding.ts'
import { type Fetched, isFirstBanner, isScript, transferredUntouched, watchFirstView } from './first-view.ts'
import { atMost } from './page-finding.ts'
import { onPhone } from './phone.ts'
import { BUDGET_KB, weigh } from './weight.ts'

const DIST = join(import.meta.dirname, '../../dist')

/** By then the banner has moved once and the carousel twice. */
const UNTOUCHED_MS = 7_000

/**
 * Measures the weight of the first view: the built files, and what a real Chromium fetches on a phone.
 *
 * @param emptyReact the address of the floor
 */
export async function measureFirstView(browser: Browser, address: string, emptyReact: string): Promise<Finding[]> {
  const weight = weigh(DIST)
  const empty = await onPhone(browser, {}, (page) => watchFirstView(page, emptyReact))
  const floor = { what: 'an empty React page', value: kbOf(empty.fetched.filter(isScript)) }
  const { fetched } = await onPhone(browser, {}, (page) => watchFirstView(page, address))
  const bytes = await onPhone(browser, {}, (page) => transferredUntouched(page, address, UNTOUCHED_MS))
  return [
    atMost(BUDGET_KB.script, 'Script, React and the carousel included, brotli', weight.script, 'KB', floor),
    atMost(BUDGET_KB.document, 'HTML and CSS, brotli', weight.document, 'KB'),
    atMost(BUDGET_KB.banner, 'First banner at 390 px', kbOf(fetched.filter(isFirstBanner)), 'KB'),
    atMost(BUDGET_KB.typeface, 'Web font', weight.typeface, 'KB'),
    atMost(BUDGET_KB.firstView, 'All that is transferred before a scroll or press, density 2', bytes / 1_000, 'KB'),
  ]
}

function kbOf(fetched: readonly Fetched[]): number {
  return fetched.reduce((bytes, { bodyBytes }) => bytes + bodyBytes, 0) / 1_000
}
