import { expect, type Page } from '@playwright/test'
import { carousel, hero, openHome, settle, slidesOf, stopClock } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const CAROUSELS = [
  {
    name: 'banner',
    in: hero,
    delayMs: 5000,
    next: 'Next slide',
    previous: 'Previous slide',
    position: (page: Page) =>
      slidesOf(hero(page)).evaluateAll((slides) => slides.findIndex((slide) => !slide.hasAttribute('inert'))),
  },
  {
    name: 'carousel',
    in: carousel,
    delayMs: 3000,
    next: 'Next procedures',
    previous: 'Previous procedures',
    position: (page: Page) =>
      carousel(page)
        .getByRole('button', { name: /^Go to procedure/ })
        .evaluateAll((dots) => dots.findIndex((dot) => dot.hasAttribute('aria-current'))),
  },
]

for (const { name, in: carouselIn, delayMs, next, previous, position } of CAROUSELS) {
  const expectPaused = async (page: Page, at = 0) => {
    await page.clock.runFor(delayMs * 3)
    await settle(page)
    expect(await position(page)).toBe(at)
  }
  const expectMoving = async (page: Page, to = 1) => {
    await page.clock.runFor(delayMs)
    await expect.poll(() => position(page)).toBe(to)
  }
  const setTab = (page: Page, visibilityState: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    }, visibilityState)

  test.describe(() => {
    test.beforeEach(({ page }) => stopClock(page))

    test(`The ${name} is paused by its pause button and continues by its play button`, async ({ page }) => {
      await openHome(page)
      await carouselIn(page)
        .getByRole('button', { name: /^Pause / })
        .click()
      await expect(carouselIn(page).getByRole('button', { name: /^Pause / })).toHaveCount(0)
      await expectPaused(page)
      await carouselIn(page)
        .getByRole('button', { name: /^Play / })
        .click()
      await expect(carouselIn(page).getByRole('button', { name: /^Pause / })).toHaveCount(1)
      await expectMoving(page)
    })

    test(`The ${name} can still be moved by hand while it is paused`, async ({ page }) => {
      await openHome(page)
      await carouselIn(page)
        .getByRole('button', { name: /^Pause / })
        .click()
      await carouselIn(page).getByRole('button', { name: next }).click()
      await expect.poll(() => position(page)).toBe(1)
      await expectPaused(page, 1)
    })

    test(`The ${name} is paused while its tab is hidden`, async ({ page }) => {
      await openHome(page)
      await setTab(page, 'hidden')
      await expectPaused(page)
      await setTab(page, 'visible')
      await settle(page)
      await expectMoving(page)
    })

    test(`The ${name} is paused for a visitor who prefers reduced motion`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openHome(page)
      await expectPaused(page)
    })

    test(`The ${name} is paused when reduced motion is asked for after Play was pressed`, async ({ page }) => {
      await openHome(page)
      await carouselIn(page)
        .getByRole('button', { name: /^Pause/ })
        .click()
      const play = carouselIn(page).getByRole('button', { name: /^Play/ })
      await play.click()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expect(play).toBeVisible()
      await expectPaused(page)
    })

    test(`The ${name} is paused while keyboard focus is on a control inside a slide`, async ({ page }) => {
      await openHome(page)
      await carouselIn(page).getByRole('button', { name: next }).focus()
      await page.keyboard.press('Tab')
      await expect(slidesOf(carouselIn(page)).locator(':focus-visible')).toHaveCount(1)
      await expectPaused(page)
      await page.keyboard.press('Shift+Tab')
      await settle(page)
      await expectMoving(page)
    })

    test(`The ${name} is not paused by focus that a mouse press left inside a slide`, async ({ page }) => {
      await openHome(page)
      const link = slidesOf(carouselIn(page)).first().getByRole('button')
      await link.hover()
      await page.mouse.down({ button: 'middle' })
      await expect(link).toBeFocused()
      await settle(page)
      await expectMoving(page)
    })

    test(`The ${name} is not paused by a resting pointer`, async ({ page }) => {
      await openHome(page)
      await slidesOf(carouselIn(page)).first().hover()
      await settle(page)
      await expectMoving(page)
    })

    test(`The ${name} is not paused by keyboard focus on its arrows`, async ({ page }) => {
      await openHome(page)
      await carouselIn(page).getByRole('button', { name: previous }).focus()
      await page.keyboard.press('Tab')
      await expect(carouselIn(page).getByRole('button', { name: next })).toBeFocused()
      await settle(page)
      await expectMoving(page)
    })
  })
}
