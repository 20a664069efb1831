import { expect } from '@playwright/test'
import { contents } from '../support/content.ts'
import { expectFits } from '../support/page/looks.ts'
import { test } from '../support/page/site.ts'
import { statesIn, statesWithoutScriptIn } from '../support/page/states.ts'

for (const content of contents) {
  for (const [states, javaScriptEnabled] of [
    [statesIn(content), true],
    [statesWithoutScriptIn(content), false],
  ] as const) {
    test.describe(() => {
      test.use({ javaScriptEnabled, viewport: { width: 320, height: 844 } })

      for (const [state, arrive] of Object.entries(states)) {
        test(`This state fits windows of every width: ${state} (${content.code})`, { tag: '@soak' }, async ({
          page,
          site,
        }) => {
          await arrive(page, site)
          await expectFits(page, `${content.code} ${state}`)
        })
      }
    })
  }
}

test('Every page still reads at 400 % zoom, without a sideways scroll', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const paths = ['', 'thank-you', 'privacy', 'no-such-page', '#contact']
  for (const path of contents.flatMap(({ path: home }) => paths.map((path) => home + path))) {
    await page.goto(path)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways, path).toBeLessThanOrEqual(0)
  }
})
