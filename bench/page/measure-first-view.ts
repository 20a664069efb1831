import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Finding } from '../finding.ts'
import {
  type Fetched,
  isBeforeFirstPaint,
  isFirstBanner,
  isScript,
  isTypeface,
  transferredUntouched,
  watchFirstView,
} from './first-view.ts'
import { atMost } from './page-finding.ts'
import { onPhone } from './phone.ts'
import { BUDGET_KB, weigh } from './weight.ts'

const DIST = join(import.meta.dirname, '../../dist')
const DENSITIES = [1, 2, 3]

/** By then the banner has moved once and the carousel twice. */
const UNTOUCHED_MS = 7_000

/**
 * Measures the weight of the first view: the built files, and which of them a real Chromium fetches on a phone.
 *
 * @param emptyReact the address of the floor
 */
export async function measureFirstView(browser: Browser, address: string, emptyReact: string): Promise<Finding[]> {
  const weight = weigh(DIST)
  const empty = await onPhone(browser, {}, (page) => watchFirstView(page, emptyReact))
  const floor = { what: 'an empty React page', value: kbOf(empty.fetched.filter(isScript)) }
  const findings = [
    atMost(BUDGET_KB.script, 'Script, React and the carousel included, brotli', weight.script, 'KB', floor),
    atMost(BUDGET_KB.document, 'HTML and CSS, brotli', weight.document, 'KB'),
  ]
  for (const density of DENSITIES) {
    const { fetched, hosts } = await onPhone(browser, { density }, (page) => watchFirstView(page, address))
    const what = `First banner at 390 px, density ${density}`
    findings.push(atMost(BUDGET_KB.banner, what, kbOf(fetched.filter(isFirstBanner)), 'KB'))
    if (density !== DENSITIES.at(-1)) continue
    const early = fetched.filter(isBeforeFirstPaint)
    findings.push(
      atMost(BUDGET_KB.typeface, 'Web font', kbOf(fetched.filter(isTypeface)), 'KB'),
      atMost(0, 'Web fonts requested before the first paint', early.filter(isTypeface).length, ''),
      atMost(0, 'Scripts requested before the first paint', early.filter(isScript).length, ''),
      atMost(1, 'Pictures requested before the first paint', early.filter(isPicture).length, ''),
      atMost(0, 'Other hosts', hosts.size - 1, ''),
    )
  }
  const bytes = await onPhone(browser, {}, (page) => transferredUntouched(page, address, UNTOUCHED_MS))
  findings.push(
    atMost(BUDGET_KB.firstView, 'All that is transferred before a scroll or press, density 2', bytes / 1_000, 'KB'),
  )
  return findings
}

const isPicture = ({ path }: Fetched) => path.startsWith('/pictures/')

function kbOf(fetched: readonly Fetched[]): number {
  return fetched.reduce((bytes, { bodyBytes }) => bytes + bodyBytes, 0) / 1_000
}
