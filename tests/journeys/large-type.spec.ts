import { expect } from '@playwright/test'
import { openHome } from '../support/page/home-page.ts'
import { bannerParts, expectUncovered } from '../support/page/low-windows.ts'
import { test } from '../support/page/site.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=24'] }),
})

test('With a browser font of 24 px heading and button are in view at 911×512, and with the controls above the bar at 1280×720', async ({
  page,
}) => {
  await page.setViewportSize({ width: 911, height: 512 })
  await openHome(page)
  await expect(page.locator('html')).toHaveCSS('font-size', '24px')
  const { heading, button, next } = bannerParts(page)
  for (const part of [heading, button]) await expectUncovered(part, 'at 911×512')
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const part of [heading, button, next]) await expectUncovered(part, 'at 1280×720')
})
