import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Base UI's ends of an open menu: whoever reaches one is put back into the page. */
const FOCUS_GUARD = '[data-base-ui-focus-guard]'

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

/** axe finds nothing wrong with a part of the page, on a phone and on a computer. */
export async function expectNoViolations(page: Page, part = 'html', sizes = SIZES) {
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectNoViolationsHere(page, part)
  }
  if (before) await page.setViewportSize(before)
}

/** axe finds nothing wrong with a part of the page in this window. */
export async function expectNoViolationsHere(page: Page, part = 'html') {
  // Without frames there is nothing to put together in another page, which it would open each time.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(part).exclude(FOCUS_GUARD)
  const { violations } = await axe.options({ runOnly: STANDARDS, resultTypes: ['violations'] }).analyze()
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }))
  expect.soft(found, `${page.url()} at ${page.viewportSize()?.width} px`).toEqual([])
}
