import type { Page } from '@playwright/test'

/** A browser tells only of tasks that take longer than this (Long Tasks API). */
const SHORTEST_TOLD_MS = 50

declare global {
  interface Window {
    longTasks: { startTime: number; duration: number }[]
  }
}

/**
 * Opens a page and gives its longest task in ms: until its last script has arrived, and from then on for a second. A page
 * without a long task is given 50, the least that a browser tells of.
 *
 * @param lastScript part of the address of the script that arrives last
 */
export async function longestTasks(page: Page, address: string, lastScript: string) {
  await page.addInitScript(() => {
    window.longTasks = []
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({
      type: 'longtask',
      buffered: true,
    })
  })
  await page.goto(address)
  const arrival = await page.waitForFunction((part) => {
    const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return scripts.find(({ name }) => name.includes(part))?.responseEnd
  }, lastScript)
  const arrivedAt = Number(await arrival.jsonValue())
  await page.waitForTimeout(1_000)
  const tasks = await page.evaluate(() => window.longTasks.map(({ startTime, duration }) => ({ startTime, duration })))
  const longest = (some: typeof tasks) => Math.max(SHORTEST_TOLD_MS, ...some.map(({ duration }) => duration))
  return {
    untilLastScript: longest(tasks.filter(({ startTime }) => startTime < arrivedAt)),
    afterwards: longest(tasks.filter(({ startTime }) => startTime >= arrivedAt)),
  }
}
