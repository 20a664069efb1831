import type { Page } from '@playwright/test'

/** A browser reports only tasks that take longer than this (Long Tasks API). */
const SHORTEST_REPORTED_MS = 50

declare global {
  interface Window {
    longTasks: { duration: number }[]
  }
}

/**
 * Opens a page and measures its longest task in ms, until a second after its script has arrived. Returns 50, the least
 * that a browser reports, for a page without a long task.
 *
 * @param script part of the address of its script
 */
export async function longestTask(page: Page, address: string, script: string): Promise<number> {
  await page.addInitScript(() => {
    window.longTasks = []
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({
      type: 'longtask',
      buffered: true,
    })
  })
  await page.goto(address)
  await page.waitForFunction(
    (part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    script,
  )
  await page.waitForTimeout(1_000)
  const durations = await page.evaluate(() => window.longTasks.map(({ duration }) => duration))
  return Math.max(SHORTEST_REPORTED_MS, ...durations)
}
