import { resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './violations.ts'

/** Where the pictures are, as `STATE-WIDTH.jpg`. */
const PICTURES = resolve(import.meta.dirname, '../../../test-results/pictures')
/** The narrowest window of each layout of the site and of the desk. `npm run soak` looks at more. */
const WIDTHS = process.env.SOAK ? [320, 390, 768, 1024, 1200, 1280, 1920, 2560] : [320, 768, 1024, 1200]

/** Over these the page is not seen to its end. */
const OVER_THE_PAGE = 'dialog[open], [role="dialog"], [role="alertdialog"], [aria-label^="Call with "]'

/**
 * A state of a page scrolls sideways in no window. `npm run soak` takes a picture in each.
 *
 * @param expectMore what else is expected in each window
 */
export async function expectFits(page: Page, state: string, expectMore = async (_window: string) => {}) {
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 800 })
    const window = `${state} at ${width} px`
    await expect.soft
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), window)
      .toBeLessThanOrEqual(0)
    await expectMore(window)
    if (!process.env.SOAK) continue
    await picturesReady(page)
    const path = `${PICTURES}/${state.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${width}.jpg`
    const fullPage = (await page.locator(OVER_THE_PAGE).count()) === 0
    await page.screenshot({ path, type: 'jpeg', quality: 80, animations: 'disabled', fullPage })
  }
  await page.setViewportSize(before)
}

/**
 * A state that a journey comes through: `npm run soak` looks at it in every window, and lets axe look too. Call it where
 * nothing depends on the focus or on the pointer: in a narrow window other elements are shown.
 */
export async function look(page: Page, state: string) {
  if (!process.env.SOAK) return
  await expectFits(page, state)
  await expectNoViolations(page)
}

/** Resolves when typeface and pictures in sight have arrived. */
function picturesReady(page: Page) {
  return page.evaluate(async () => {
    await document.fonts.ready
    const shown = [...document.images].filter((image) => image.checkVisibility() && image.loading !== 'lazy')
    await Promise.all(shown.map((image) => image.decode().catch(() => {})))
  })
}
