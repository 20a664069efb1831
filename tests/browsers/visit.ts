import { writeFile } from 'node:fs/promises'
import { test as base, expect } from '@playwright/test'
import { type Site, siteBy, startSite } from '../support/page/site.ts'
import type { Browser, Engine, Page } from './engine.ts'
import { FIREFOX, OLD_CHROMIUMS } from './puppeteer.ts'
import { WEBKIT } from './webkit.ts'

export const ENGINES = [...OLD_CHROMIUMS, FIREFOX, WEBKIT]

/** The sizes of the pages, in CSS pixels. */
export const WINDOWS = { phone: { width: 390, height: 844 }, computer: { width: 1280, height: 800 } }

export interface VisitOptions {
  engine: Engine
  /** Whether the page is that of a phone, or that of a computer. */
  on: keyof typeof WINDOWS
}

/** A visit to the site by one visitor with one browser. */
interface Visit {
  page: Page
  site: Site
  on: VisitOptions['on']
  /** An e-mail address that no other visit uses. */
  email: string
}

interface Running {
  site: Site
  /** The browser, or what keeps it from running here. */
  started: Browser | string
}

/** A journey. It also fails when the page reports errors; the picture of its page is kept then. */
export const test = base.extend<{ visit: Visit }, Running & VisitOptions>({
  engine: [WEBKIT, { option: true, scope: 'worker' }],
  on: ['phone', { option: true, scope: 'worker' }],
  site: [siteBy(startSite), { scope: 'worker' }],
  started: [
    async ({ engine }, use) => {
      const started = engine.missing ?? (await engine.start())
      await use(started)
      if (typeof started === 'object') await started.close()
    },
    { scope: 'worker' },
  ],
  visit: async ({ started, site, on }, use, info) => {
    if (typeof started === 'string') return info.skip(true, started)
    const page = await started.open(WINDOWS[on])
    await use({ page, site, on, email: `${info.testId}@people.example` })
    const errors = await page.errors()
    if (info.status !== info.expectedStatus) await writeFile(info.outputPath('page.png'), await page.screenshot())
    await page.close()
    expect(errors).toEqual([])
  },
})
