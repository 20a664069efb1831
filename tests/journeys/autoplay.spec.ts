import { expect, type Page } from '@playwright/test'
import { carousel, hero, openHome, settle, shownIn, slidesOf, stopClock } from '../support/page/home-page.ts'
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

type Carousel = (typeof CAROUSELS)[number]

/** Leaves a carousel the time of four changes, after which no carousel would be back where it was, and sees none. */
async function expectPaused(page: Page, { delayMs, position }: Carousel, when: string) {
  await settle(page)
  const before = await position(page)
  await page.clock.runFor(delayMs * 4)
  await settle(page)
  expect(await position(page), when).toBe(before)
}

async function expectMoving(page: Page, each: Carousel) {
  await settle(page)
  const before = await each.position(page)
  await page.clock.runFor(each.delayMs)
  await expectAt(page, each, before + 1)
}

async function expectAt(page: Page, { position, slides }: Carousel, moved: number) {
  await settle(page)
  await expect.poll(() => position(page), `after ${moved} moves`).toBe(moved % slides)
}

const setTab = (page: Page, visibilityState: 'hidden' | 'visible') =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibilityState)

for (const each of CAROUSELS) {
  const { name, in: carouselIn, delayMs, next, previous } = each
  const button = (page: Page, name: string | RegExp) => carouselIn(page).getByRole('button', { name })

  test(`The ${name} moves by itself every ${delayMs} ms, in one run of the clock and in small steps, and as long after each change by hand`, async ({
    page,
  }) => {
    await stopClock(page)
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
    for (let step = 0; step < delayMs / 250; step++) await page.clock.runFor(250)
    await expectAt(page, each, 14)
  })

  test(`The ${name} is paused by less motion, its pause button, a hidden tab and keyboard focus inside a slide, and by nothing else`, async ({
    page,
  }) => {
    await stopClock(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openHome(page)
    await expectPaused(page, each, 'less motion is asked for')
    await button(page, /^Play /).click()
    await expectMoving(page, each)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await button(page, /^Pause /).click()
    await expect(button(page, /^Pause /)).toHaveCount(0)
    await expectPaused(page, each, 'by its button')
    await button(page, next).click()
    await expectAt(page, each, 2)
    await expectPaused(page, each, 'by its button, after a move by hand')
    await button(page, /^Play /).click()
    await expectMoving(page, each)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(button(page, /^Play /)).toBeVisible()
    await expectPaused(page, each, 'less motion is asked for after Play was pressed')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(button(page, /^Pause /)).toBeVisible()

    await setTab(page, 'hidden')
    await expectPaused(page, each, 'hidden tab')
    await setTab(page, 'visible')
    await expectMoving(page, each)

    const shown = shownIn(carouselIn(page))
    await shown.first().hover()
    await expectMoving(page, each)
    const link = shown.first().getByRole('button')
    await link.hover()
    await page.mouse.down({ button: 'middle' })
    await expect(link).toBeFocused()
    await expectMoving(page, each)
    await page.mouse.up({ button: 'middle' })
    await button(page, previous).focus()
    await page.keyboard.press('Tab')
    await expect(button(page, next)).toBeFocused()
    await expectMoving(page, each)
    await page.keyboard.press('Tab')
    await expect(slidesOf(carouselIn(page)).locator(':focus-visible')).toHaveCount(1)
    await expectPaused(page, each, 'keyboard focus inside a slide')
    await page.keyboard.press('Shift+Tab')
    await expectMoving(page, each)
  })
}
