import { test as base, expect, type Page } from '@playwright/test'
import { type Desk, startDesk } from './running-desk.ts'

/** Refusals that the desk answers on purpose, and connections that a journey cuts; Chromium logs each as an error. */
const REFUSAL =
  /^Failed to load resource: (the server responded with a status of (401|404|409|410|422|429|503) |net::ERR_(FAILED|INCOMPLETE_CHUNKED_ENCODING))/

/**
 * Journeys at the callback desk, each on a server of its own. An error in the console, a report of the content security
 * policy or an exception that a page does not catch fails the journey.
 */
export const test = base.extend<{
  /** What else the configuration of the desk's server says. */
  environment: Record<string, string>
  desk: Desk
  anotherPage: () => Promise<Page>
}>({
  environment: {},
  desk: async ({ environment }, use) => {
    const { stop, ...desk } = await startDesk(environment)
    await use(desk)
    await stop()
  },
  baseURL: ({ desk }, use) => use(desk.address),
  contextOptions: { reducedMotion: 'reduce' },
  page: async ({ page }, use) => {
    const faults = faultsOf(page)
    await use(page)
    expect(faults, 'errors of the page').toEqual([])
  },
  /** A page in another browser. */
  anotherPage: async ({ browser, desk }, use) => {
    const opened: { page: Page; faults: string[] }[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: desk.address, reducedMotion: 'reduce' })
      const page = await context.newPage()
      opened.push({ page, faults: faultsOf(page) })
      return page
    })
    for (const { page, faults } of opened) {
      await page.context().close()
      expect(faults, 'errors of the other page').toEqual([])
    }
  },
})

function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSAL.test(message.text())) faults.push(message.text())
  })
  return faults
}
