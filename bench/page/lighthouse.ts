import lighthouse from 'lighthouse'
import { freePort } from '../../tests/support/free-port.ts'
import { launchChromium } from './phone.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]

/** Lighthouse's figures for a page on its standard phone and connection, simulated. */
export interface Report {
  /** 0 to 100, for the requested categories only. */
  points: Partial<Record<Category, number>>
  largestContentfulPaintMs: number
  totalBlockingTimeMs: number
  cumulativeLayoutShift: number
  /** All work of the main thread, in the time that Lighthouse's phone would need. */
  mainThreadMs: number
  /** On Lighthouse's phone; 50, the least that it lists, if there is no long task. */
  longestTaskMs: number
}

/**
 * Measures a page in a new browser, because the page that was open before changes the cost by up to a quarter.
 *
 * @throws when Lighthouse cannot measure the page
 */
export async function runLighthouse(address: string, categories: readonly Category[]): Promise<Report> {
  const port = await freePort()
  const browser = await launchChromium(`--remote-debugging-port=${port}`)
  const result = await lighthouse(address, { port, logLevel: 'error', onlyCategories: [...categories] }).finally(() =>
    browser.close(),
  )
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse did not run.')
  const { audits, categories: validated } = result.lhr
  const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    points: Object.fromEntries(categories.map((name) => [name, Math.round((validated[name]?.score ?? 0) * 100)])),
    largestContentfulPaintMs: figure('largest-contentful-paint'),
    totalBlockingTimeMs: figure('total-blocking-time'),
    cumulativeLayoutShift: figure('cumulative-layout-shift'),
    mainThreadMs: figure('mainthread-work-breakdown'),
    longestTaskMs: longestOf(audits['long-tasks']?.details),
  }
}

/** @param details of the audit `long-tasks`, which lists tasks of 50 ms and more */
function longestOf(details: unknown): number {
  const { items = [] } = (details ?? {}) as { items?: { duration: number }[] }
  return Math.max(50, ...items.map(({ duration }) => duration))
}
