import { expect, type Page } from '@playwright/test'
import {
  fetchedBy,
  isBeforeFirstPaint,
  isFirstBanner,
  isLaterBanner,
  isScript,
  isTypeface,
  watchFirstView,
} from '../../bench/page/first-view.ts'
import { BUDGET_KB } from '../../bench/page/weight.ts'
import { fill as fillPlaceholders } from '../../src/content/fill.ts'
import { contents } from '../support/content.ts'
import {
  bar,
  carousel,
  hero,
  hydrated,
  openHome,
  openWithoutReact,
  settle,
  shownIn,
  stopClock,
} from '../support/page/home-page.ts'
import { test, WITH_MOTION } from '../support/page/site.ts'

test.use(WITH_MOTION)

test.use({ viewport: { width: 390, height: 844 } })

for (const density of [1, 2, 3]) {
  test.describe(`At density ${density}`, () => {
    test.use({ deviceScaleFactor: density })

    test('the first banner comes before the first paint, the rest soon after it, from this host alone', async ({
      page,
      site,
    }) => {
      await page.addInitScript(waitForPaint)
      const { hosts } = await watchFirstView(page, site.address)
      // A slow machine pauses for longer than the half second after which the network counts as idle.
      await expect
        .poll(async () => {
          const fetched = await fetchedBy(page)
          return [isLaterBanner, isTypeface, isScript].map((isOne) => fetched.filter(isOne).length)
        }, 'banners two and three, typeface, React')
        .toEqual([2, 1, 1])
      const fetched = await fetchedBy(page)
      expect([...hosts]).toEqual([new URL(site.address).host])
      const banners = fetched.filter(isFirstBanner)
      expect(banners.map(({ path }) => path)).toEqual(['/pictures/banner_breast_augmentation-phone.avif'])
      for (const { bodyBytes } of banners) {
        expect(bodyBytes).toBeGreaterThan(0)
        expect(bodyBytes).toBeLessThanOrEqual(BUDGET_KB.banner * 1_000)
      }
      expect(fetched.filter(isBeforeFirstPaint)).toEqual(banners)
      expect(await page.evaluate(() => scrollY)).toBe(0)
    })
  })
}

test.describe('At density 2', () => {
  test.use({ deviceScaleFactor: 2 })

  for (const { code, path, texts } of contents) {
    test(`a phone is sent at most 135 KiB before its visitor scrolls or presses (${code})`, async ({ page }) => {
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      let bytes = 0
      session.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength
      })
      await stopClock(page)
      await openHome(page, path)
      await page.clock.runFor(6_000)
      const third = fillPlaceholders(texts.procedures.goTo, { number: '3', count: '16' })
      await expect(currentCard(page), 'the carousel, moved twice').toHaveAccessibleName(third)
      await page.waitForLoadState('networkidle')
      expect(bytes).toBeGreaterThan(60_000)
      expect(bytes / 1024, 'KiB').toBeLessThanOrEqual(135)
    })
  }
})

test('A page is hydrated at once where nothing will be painted, and where no paint is reported', async ({
  browser,
  baseURL,
}) => {
  for (const arrange of [
    () => Object.defineProperty(document, 'hidden', { get: () => true }),
    () => Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { value: [] }),
    () => Reflect.deleteProperty(window, 'PerformanceObserver'),
  ]) {
    const page = await browser.newPage(baseURL ? { baseURL } : {})
    await stopClock(page)
    await page.addInitScript(hidePaints)
    await page.addInitScript(arrange)
    await openHome(page)
    await page.close()
  }
})

test('A page that is never painted is hydrated after a second', async ({ page }) => {
  await stopClock(page)
  await page.addInitScript(hidePaints)
  await page.goto('/')
  await page.clock.runFor(999)
  await settle(page)
  await expect(page.locator('[inert]'), 'what only hydration makes inert').toHaveCount(0)
  await page.clock.runFor(1)
  await hydrated(page)
})

test.describe('While React is on its way', () => {
  test("a card's link chooses its service, and the form keeps it", async ({ page }) => {
    const letReactCome = await openWithoutReact(page)
    await carousel(page)
      .getByText('Ask for a callback about Rhinoplasty')
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await expect(bar(page).locator('[name="selected"]')).toHaveValue('Rhinoplasty')
    await letReactCome()
    await expect(bar(page).locator('[name="selected"]')).toHaveValue('Rhinoplasty')
  })

  test('keyboard focus inside a slide pauses the banner when React comes', async ({ page }) => {
    const letReactCome = await openWithoutReact(page)
    await hero(page)
      .getByRole('button', { name: 'Get a callback' })
      .first()
      .evaluate((link: HTMLElement) => link.focus({ focusVisible: true } as FocusOptions))
    await letReactCome()
    await page.clock.runFor(20_000)
    await expect(shownIn(hero(page))).toHaveAccessibleName('1 of 3')
    await expect(currentCard(page)).not.toHaveAccessibleName('Go to procedure 1 of 16')
  })
})

test('Every banner has its background from the beginning for whoever asks', async ({ page }) => {
  await stopClock(page)
  await page.addInitScript(hidePaints)
  await page.goto('/')
  for (const banner of ['banner_breast_augmentation', 'banner_abdominoplasty', 'banner_rhinoplasty']) {
    const image = await page.locator(`.${banner}`).evaluate((slide) => getComputedStyle(slide).backgroundImage)
    expect(image).toMatch(new RegExp(`${banner}-\\w+\\.jpg`))
  }
})

const currentCard = (page: Page) => carousel(page).locator('[aria-current="true"]')

/** On a slow machine the page would otherwise not wait for its first paint, but for a second. */
function waitForPaint() {
  const { setTimeout } = window
  const withoutEnd = (handler: TimerHandler, ms?: number) => (ms === 1_000 ? 0 : setTimeout(handler, ms))
  window.setTimeout = withoutEnd as typeof window.setTimeout
}

function hidePaints() {
  PerformanceObserver.prototype.observe = () => {}
}
