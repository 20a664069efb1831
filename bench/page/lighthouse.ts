import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import lighthouse from 'lighthouse'
import { launchChromium } from './phone.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]

/** What Lighthouse says of a page on a phone: its own standard device and line, simulated. */
export interface Report {
  /** 0 to 100; only of the categories that were asked for. */
  points: Partial<Record<Category, number>>
  largestContentfulPaintMs: number
  totalBlockingTimeMs: number
  cumulativeLayoutShift: number
  /** All work of the main thread, as long as Lighthouse's phone would take for it. */
  mainThreadMs: number
  /** On Lighthouse's phone; 50, the least that it lists, where there is no long task. */
  longestTaskMs: number
}

/**
 * Judges a page in a browser of its own: what a page costs depends on the one that was open before it, by up to a
 * quarter.
 *
 * @throws when the page could not be judged
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

/** Of the audit `long-tasks`, which lists tasks of 50 ms and more. */
function longestOf(details: unknown): number {
  const { items = [] } = (details ?? {}) as { items?: { duration: number }[] }
  return Math.max(50, ...items.map(({ duration }) => duration))
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
