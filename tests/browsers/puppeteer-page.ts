import type { Page as PuppeteerPage } from 'puppeteer-core'
import type { Page, Size } from './browser.ts'

/** Drives a page of Puppeteer's, over whichever protocol it speaks with its browser; presses with what `pointer` names. */
export async function puppeteerPage(
  page: PuppeteerPage,
  size: Size,
  pointer: 'finger' | 'mouse',
  close: () => Promise<void>,
): Promise<Page> {
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
  page.setDefaultTimeout(20_000)

  return {
    goto: async (address) => {
      await page.goto(address, { waitUntil: 'load' })
    },
    evaluate: (run, ...parameters) => page.evaluate(run as (...parameters: unknown[]) => never, ...parameters),
    press: ({ x, y }) => (pointer === 'finger' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
    type: (text) => page.keyboard.type(text),
    key: (key) => page.keyboard.press(key),
    errors: async () => errors,
    screenshot: () => page.screenshot({ type: 'png' }),
    close,
  }
}
