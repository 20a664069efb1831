import { expect } from '@playwright/test'
import { expectModal, openHome, triggerModal } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

test('The modal shifts nothing where scroll bars take space, and the page behind it does not scroll', async ({
  browser,
  launchOptions,
  contextOptions,
  site,
}) => {
  // Playwright hides scroll bars by default; many visitors have some that take space.
  const withScrollBars = await browser
    .browserType()
    .launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
  const page = await withScrollBars.newPage({ ...contextOptions, baseURL: site.address })
  await openHome(page)
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((direction) => document.documentElement.setAttribute('dir', direction), direction)
    const scrollBarWidth = await page.evaluate(() => innerWidth - document.documentElement.clientWidth)
    expect(scrollBarWidth, 'px').toBeGreaterThan(0)
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('header, header a, h2, #appointment, footer')].map((element) => {
          const { left, right } = element.getBoundingClientRect()
          return { left, right }
        }),
      )
    const before = await places()
    await triggerModal(page)
    expect((await places()).slice(0, 4), direction).toEqual(before.slice(0, 4))
    await page.mouse.move(600, 780)
    await page.mouse.wheel(0, 600)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await page.evaluate(() => scrollY), direction).toBe(0)
    await page.keyboard.press('Escape')
    await expectModal(page, 'closed')
    expect(await places(), direction).toEqual(before)
  }
  await withScrollBars.close()
})
