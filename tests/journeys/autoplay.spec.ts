import { expect, type Page } from '@playwright/test'
import { carousel, hero, openHome, settle, slidesOf, stopClock } from '../support/page/home-page.ts'
import { test, WITH_MOTION } from '../support/page/site.ts'

test.use(WITH_MOTION)

const CAROUSELS = [
  {
    name: 'banner',
    in: hero,
    slides: 3,
    delayMs: 5000,
    next: 'Next slide',
    previous: 'Previous slide',
    position: (page: Page) =>
      slidesOf(hero(page)).evaluateAll((slides) => slides.findIndex((slide) => !slide.hasAttribute('inert'))),
  },
  {
    name: 'carousel',
    in: carousel,
    slides: 16,
    delayMs: 3000,
    next: 'Next procedures',
    previous: 'Previous procedures',
    position: (page: Page) =>
      carousel(page)
        .getByRole('button', { name: /^Go to procedure/ })
        .evaluateAll((dots) => dots.findIndex((dot) => dot.hasAttribute('aria-current'))),
  },
]

/** Leaves a carousel the time of three changes, and sees none. */
async function expectPaused(page: Page, { delayMs, position, slides }: (typeof CAROUSELS)[number], at = 0) {
  await page.clock.runFor(delayMs * 3)
  await settle(page)
  expect(await position(page)).toBe(at % slides)
}

async function expectMoving(page: Page, each: (typeof CAROUSELS)[number], to = 1) {
  await settle(page)
  await page.clock.runFor(each.delayMs)
  await expectAt(page, each, to)
}

async function expectAt(page: Page, { position, slides }: (typeof CAROUSELS)[number], moved: number) {
  await settle(page)
  await expect.poll(() => position(page), `after ${moved} moves`).toBe(moved % slides)
}

const setTab = (page: Page, visibilityState: 'hidden' | 'visible') =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibilityState)

test.beforeEach(({ page }) => stopClock(page))

for (const each of CAROUSELS) {
  const { name, in: carouselIn, delayMs, next, previous } = each
  const button = (page: Page, name: string | RegExp) => carouselIn(page).getByRole('button', { name })

  test(`The ${name} moves by itself every ${delayMs} ms, in one run of the clock and in small steps, and as long after each change by hand`, async ({
    page,
  }) => {
    // As low as the procedures are out of view.
    await page.setViewportSize({ width: 1280, height: 490 })
    await openHome(page)
    /** The next move comes exactly then; what follows happens halfway to the one after it. */
    const expectNextMove = async (moved: number) => {
      await page.clock.runFor(delayMs - 1)
      await expectAt(page, each, moved - 1)
      await page.clock.runFor(1)
      await expectAt(page, each, moved)
      await page.clock.runFor(delayMs / 2)
    }
    await expectNextMove(1)
    await page.setViewportSize({ width: 1280, height: 800 })
    await button(page, next).click()
    await expectNextMove(3)
    await button(page, previous).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectNextMove(5)
    await page.clock.runFor(delayMs * 8)
    await expectAt(page, each, 13)
    for (let step = 0; step < (delayMs * 4) / 250; step++) await page.clock.runFor(250)
    await expectAt(page, each, 17)
  })

  test(`The ${name} is paused by its pause button, moves by hand meanwhile, and in a hidden tab`, async ({ page }) => {
    await openHome(page)
    await setTab(page, 'hidden')
    await expectPaused(page, each)
    await setTab(page, 'visible')
    await expectMoving(page, each)
    await button(page, /^Pause /).click()
    await expect(button(page, /^Pause /)).toHaveCount(0)
    await expectPaused(page, each, 1)
    await button(page, next).click()
    await expect.poll(() => each.position(page)).toBe(2)
    await expectPaused(page, each, 2)
    await button(page, /^Play /).click()
    await expect(button(page, /^Pause /)).toHaveCount(1)
    await expectMoving(page, each, 3)
  })

  test(`The ${name} is paused by keyboard focus on a control inside a slide, and not by a pointer or other focus`, async ({
    page,
  }) => {
    await openHome(page)
    await slidesOf(carouselIn(page)).first().hover()
    await expectMoving(page, each)
    const link = slidesOf(carouselIn(page)).nth(1).getByRole('button')
    await link.hover()
    await page.mouse.down({ button: 'middle' })
    await expect(link).toBeFocused()
    await expectMoving(page, each, 2)
    await page.mouse.up({ button: 'middle' })

    await button(page, previous).focus()
    await page.keyboard.press('Tab')
    await expect(button(page, next)).toBeFocused()
    await expectMoving(page, each, 3)
    await page.keyboard.press('Tab')
    await expect(slidesOf(carouselIn(page)).locator(':focus-visible')).toHaveCount(1)
    await expectPaused(page, each, 3)
    await page.keyboard.press('Shift+Tab')
    await expectMoving(page, each, 4)
  })

  test(`The ${name} is paused for a visitor who prefers reduced motion, until Play is pressed`, async ({ page }) => {
    await openHome(page)
    await button(page, /^Pause/).click()
    await button(page, /^Play/).click()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(button(page, /^Play/)).toBeVisible()
    await expectPaused(page, each)
    await openHome(page)
    await expectPaused(page, each)
    await button(page, /^Play/).click()
    await expectMoving(page, each)
  })
}
