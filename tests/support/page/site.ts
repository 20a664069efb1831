import { test as base, expect, type Page } from '@playwright/test'
import type { StoredRequest } from '../../../src/callback-request/stored-request.ts'
import { startBuiltServer } from '../built-server.ts'
import { storedIn } from '../database/stored-in.ts'
import { openHome, stopClock } from './home-page.ts'
import { startOtherSite } from './other-site.ts'

/** A running server of our own, with a store of its own. */
export interface Site {
  address: string
  dataDirectory: string
}

/** Starts the built server as `startBuiltServer` does. */
export const startSite = () => startBuiltServer({})

/** What a worker starts when a journey first needs it. */
export interface Started {
  site: Site
  otherSite: Site
  sharedHome: { page: Page; uncaught: Error[] }
}

/** What is on the site's disk for one e-mail address. */
export async function storedFor(email: string, { dataDirectory }: Site): Promise<StoredRequest[]> {
  return (await storedIn(dataDirectory)).filter((request) => request.email === email)
}

const VIEWPORT = { width: 1280, height: 800 }

/** For `test.use`: what most visitors see. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

/**
 * Journeys run against a real server, one a worker. An exception that a page does not catch fails its journey.
 *
 * `home` is the home page with a stopped clock, opened once a worker, for journeys that only look at it: they may
 * resize it, scroll and open the modal, and nothing else.
 *
 * Visitors have asked for less motion, except in journeys `WITH_MOTION`: a page at rest needs no new picture for each
 * frame, and nothing is looked at halfway through a fade.
 *
 * All journeys share these fixtures of a worker, and options of the browser: for others, Playwright would start workers of
 * their own.
 */
export const test = base.extend<{ home: Page }, Started>({
  site: [siteBy(startSite), { scope: 'worker' }],
  otherSite: [siteBy(startOtherSite), { scope: 'worker' }],
  baseURL: ({ site }, use) => use(site.address),
  contextOptions: { reducedMotion: 'reduce' },
  page: async ({ page }, use) => {
    const uncaught = uncaughtOn(page)
    await use(page)
    expectNone(uncaught)
  },
  sharedHome: [
    async ({ browser, site }, use) => {
      const page = await browser.newPage({ baseURL: site.address, viewport: VIEWPORT })
      const uncaught = uncaughtOn(page)
      await stopClock(page)
      await openHome(page)
      await use({ page, uncaught })
      await page.close()
    },
    { scope: 'worker' },
  ],
  home: async ({ sharedHome: { page, uncaught } }, use) => {
    await use(page)
    await page.evaluate(() => {
      document.querySelector<HTMLDialogElement>('#contact')?.close()
      scrollTo(0, 0)
    })
    await page.setViewportSize(VIEWPORT)
    expectNone(uncaught)
  },
})

/** The same journeys against the other site. */
export const otherTest = test.extend({ baseURL: ({ otherSite }, use) => use(otherSite.address) })

/** The fixture of a server for each worker. */
export function siteBy(start: typeof startSite) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its first parameter
  return async ({}, use: (site: Site) => Promise<void>) => {
    const { stop, ...site } = await start()
    await use(site)
    expect(await stop(), 'how the server ended after SIGTERM').toBe(0)
  }
}

function uncaughtOn(page: Page): Error[] {
  const uncaught: Error[] = []
  page.on('pageerror', (error) => uncaught.push(error))
  return uncaught
}

const expectNone = (uncaught: Error[]) => expect(uncaught, 'exceptions that the page did not catch').toEqual([])
