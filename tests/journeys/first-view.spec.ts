import { expect } from '@playwright/test'
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
import { carousel, hydrated, openHome, settle, stopClock } from '../support/page/home-page.ts'
import { test, WITH_MOTION } from '../support/page/site.ts'

test.use({ ...WITH_MOTION, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })

test('The first banner comes before the first paint, the rest soon after it, from this host alone', async ({
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

for (const { code, path, texts } of contents) {
  test(`A phone is sent at most 140 KiB before its visitor scrolls or presses (${code})`, async ({ page }) => {
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
    const current = carousel(page).locator('[aria-current="true"]')
    await expect(current, 'the carousel, moved twice').toHaveAccessibleName(third)
    await page.waitForLoadState('networkidle')
    expect(bytes).toBeGreaterThan(60_000)
    expect(bytes / 1024, 'KiB').toBeLessThanOrEqual(140)
  })
}

test('A page that is never painted is hydrated after a second, and one in a hidden tab at once', async ({ page }) => {
  await stopClock(page)
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {}
  })
  await page.goto('/')
  await page.clock.runFor(999)
  await settle(page)
  await expect(page.locator('[inert]'), 'what only hydration makes inert').toHaveCount(0)
  await page.clock.runFor(1)
  await hydrated(page)

  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  await openHome(page)
})

/** On a slow machine the page would otherwise not wait for its first paint, but for a second. */
function waitForPaint() {
  const { setTimeout } = window
  const withoutEnd = (handler: TimerHandler, ms?: number) => (ms === 1_000 ? 0 : setTimeout(handler, ms))
  window.setTimeout = withoutEnd as typeof window.setTimeout
}
