import { expect } from '@playwright/test'
import { english } from '../support/content.ts'
import { expectModal, openHome, triggerModal } from '../support/page/home-page.ts'
import { arabic } from '../support/page/longest-texts.ts'
import { testWith } from '../support/page/site.ts'

const test = testWith([english, arabic])

// Playwright hides scroll bars by default; many visitors have some that take space.
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

test('The modal shifts nothing where scroll bars take space, and the page behind it does not scroll', async ({
  page,
}) => {
  for (const { path: home } of [english, arabic]) {
    await openHome(page, home)
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
    expect((await places()).slice(0, 4), home).toEqual(before.slice(0, 4))
    await page.mouse.move(600, 780)
    await page.mouse.wheel(0, 600)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await page.evaluate(() => scrollY), home).toBe(0)
    await page.keyboard.press('Escape')
    await expectModal(page, 'closed')
    expect(await places(), home).toEqual(before)
  }
})
