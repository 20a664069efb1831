import { expect, type Page } from '@playwright/test'
import { say } from '../../src/content/fill.ts'
import { contents } from '../support/content.ts'
import { bar, hydrated, openHome, triggerModal } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const WIDTHS = [320, 768, 1280]

/** Begins to add up the page's layout shifts before it has any; those after a press count as well. */
function watchShifts(page: Page) {
  return page.addInitScript(() => {
    const shifts: { value: number; of: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null }[]
      })[]) {
        // The bar grows upwards for its messages; what is in it may make room for them.
        const moved = entry.sources.filter(({ node }) => !node?.parentElement?.closest('#appointment'))
        const of = moved.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : 'text'))
        if (of.length > 0) shifts.push({ value: entry.value, of })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function expectNoShift(page: Page, cause: string) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts), cause).toEqual([])
}

for (const { code, path, texts, forms } of contents) {
  const says = (wording: string) => say(wording, forms.translations)
  for (const width of WIDTHS) {
    test(`Nothing shifts at ${width} px during loading, nor by the bar's messages, nor by the modal (${code})`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      await watchShifts(page)
      // Script and typeface arrive late and one after the other, so that each would show its own shift.
      await page.route('**/*.woff2', async (route) => {
        await hydrated(page)
        await route.continue()
      })
      await page.route('**/assets/hydrate*.js', async (route) => {
        await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
        await route.continue()
      })
      await openHome(page, path)
      await page.evaluate(() => document.fonts.ready)
      const typefaces = await page.evaluate(() =>
        [...document.fonts]
          .filter(({ status, display }) => status === 'loaded' && display === 'swap')
          .map(({ family }) => family),
      )
      expect(typefaces, 'of its script alone').toEqual([code === 'hi' ? 'Tiro Devanagari Hindi' : 'Newsreader'])
      await expectNoShift(page, 'loading')

      await triggerModal(page)
      await page.keyboard.press('Escape')
      await expectNoShift(page, 'the modal')
      if (width < 768) return

      await page.getByRole('button', { name: says('SEND') }).click()
      await expect(bar(page).getByRole('status')).toHaveText(says('Please fill the form correctly.'))
      await bar(page).getByLabel(texts.appointment.name).fill('Ash')
      await bar(page).getByLabel(texts.appointment.phone).fill('12')
      await expect(bar(page).getByText(says('This field should be at least 4 characters long'))).toBeVisible()
      await expectNoShift(page, 'messages')
    })
  }
}
