import { test as base, expect } from '@playwright/test'
import { type Site, startSite } from './running-site.ts'

/**
 * Journeys run against a real server, one a worker. Every page of a journey is watched: an exception that nobody
 * caught fails it.
 */
export const test = base.extend<{ uncaught: Error[] }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its first parameter
    async ({}, use) => {
      const { stop, ...site } = await startSite()
      await use(site)
      expect(await stop(), 'how the server ended after SIGTERM').toBe(0)
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.address),
  uncaught: [
    async ({ page }, use) => {
      const uncaught: Error[] = []
      page.on('pageerror', (error) => uncaught.push(error))
      await use(uncaught)
      expect(uncaught, 'exceptions that the page did not catch').toEqual([])
    },
    { auto: true },
  ],
})
