import type { Page } from '@playwright/test'

declare global {
  interface Window {
    carouselMovedAt: number | undefined
  }
}

/** The time from the page's load event to the carousel's first automatic move, in ms. Nothing is scrolled. */
export async function firstMoveAfterLoadMs(page: Page, address: string): Promise<number> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const isAtFirst = document.querySelector('#carousel-demo [aria-current="true"]')?.ariaLabel?.includes(' 1 of ')
      if (isAtFirst === false) window.carouselMovedAt ??= performance.now()
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['aria-current'] })
  })
  await page.goto(address)
  await page.waitForFunction(() => window.carouselMovedAt !== undefined)
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return Number(window.carouselMovedAt) - Number(navigation?.loadEventStart)
  })
}
