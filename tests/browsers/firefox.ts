import { existsSync } from 'node:fs'
import puppeteer from 'puppeteer-core'
import type { Engine } from './browser.ts'
import { puppeteerPage } from './puppeteer-page.ts'

const INSTALLED = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** The Firefox of this machine, over WebDriver BiDi. */
export const FIREFOX: Engine = {
  name: 'Firefox',
  missing: () => (INSTALLED.some(existsSync) ? undefined : 'firefox-esr is not installed'),
  start: async () => {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: INSTALLED.find(existsSync) ?? '',
      headless: true,
    })
    return {
      open: async (size) => {
        const context = await browser.createBrowserContext()
        // Over BiDi a finger comes down and goes up in two calls: on a busy machine a tap becomes a long press.
        return puppeteerPage(await context.newPage(), size, 'mouse', () => context.close())
      },
      close: () => browser.close(),
    }
  },
}
