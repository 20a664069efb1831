import { expect, type Locator, type Page } from '@playwright/test'

/** Any instant will do; what a stopped clock shows should not depend on when the journeys run. */
const THEN = Date.UTC(2026, 10, 20, 4, 30)

export const hero = (page: Page) => page.locator('section[aria-roledescription]:not(#carousel-demo)')
export const carousel = (page: Page) => page.locator('#carousel-demo')
export const bar = (page: Page) => page.locator('#appointment')
export const modal = (page: Page) => page.locator('#contact')
export const slidesOf = (carousel: Locator) => carousel.locator('[role="group"]')
export const shownIn = (carousel: Locator) => carousel.locator('[role="group"]:not([inert])')

/** Opens the home page and waits until React has taken it over, with the forms in sight. */
export async function openHome(page: Page, address = '/') {
  await page.goto(address)
  await hydrated(page)
  await formsInSightHydrated(page)
}

/**
 * Opens the home page with a stopped clock, so that the page waits for React without end, and keeps React back. Gives a
 * function that lets it come, and that resolves when the forms in sight are hydrated.
 */
export async function openWithoutReact(page: Page, address = '/'): Promise<() => Promise<void>> {
  await stopClock(page)
  const { promise: isTime, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/hydrate-*.js', async (route) => {
    await isTime
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.locator('html[data-page="starting"]')).toBeAttached()
  return async () => {
    release()
    await expect(page.locator('html[data-page="ready"]')).toBeAttached()
    await formsInSightHydrated(page)
  }
}

/** A form is hydrated after the browser has reported that it is in sight, as it reports the body here. */
export async function formsInSightHydrated(page: Page) {
  await page.evaluate(() => new Promise((done) => new IntersectionObserver(done).observe(document.body)))
  await settle(page)
}

/** Slides that are not on show become inert when the page is hydrated, and not before. */
export async function hydrated(page: Page) {
  await hero(page).locator('[role="group"][inert]').first().waitFor({ state: 'attached' })
}

/** Stops the clock of the pages to come: time passes by `page.clock.runFor` alone. */
export async function stopClock(page: Page) {
  await page.clock.install({ time: THEN })
  await page.clock.pauseAt(THEN + 1000)
}

/** Lets the page finish what it has begun, without letting its clock move: a task in the background comes last. */
export async function settle(page: Page) {
  await page.evaluate(() => scheduler.postTask(() => {}, { priority: 'background' }))
}

export async function triggerModal(page: Page) {
  await page.evaluate(() => document.dispatchEvent(new Event('triggerModal')))
  await expect(modal(page)).toHaveJSProperty('open', true)
}

export async function expectModal(page: Page, state: 'open' | 'closed') {
  await expect(modal(page)).toHaveJSProperty('open', state === 'open')
  await expect(modal(page)).toBeVisible({ visible: state === 'open' })
}

/** Moves the real mouse out of the page through its top. */
export async function leaveThroughTop(page: Page) {
  await page.mouse.move(600, 40)
  await page.mouse.move(600, -10)
}

/** The cards that can be seen and used, by their place among the sixteen, from left to right. */
export function cardsInView(page: Page): Promise<number[]> {
  return carousel(page).evaluate((section) => {
    const edges = section.getBoundingClientRect()
    return [...section.querySelectorAll('[role="group"]')]
      .map((slide, at) => ({ at, box: slide.getBoundingClientRect(), usable: !slide.hasAttribute('inert') }))
      .filter(({ box, usable }) => usable && box.left >= edges.left - 1 && box.right <= edges.right + 1)
      .sort((one, other) => one.box.left - other.box.left)
      .map(({ at }) => at)
  })
}

/** The most lines that one of these elements has. */
export function mostLines(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluateAll((elements) => {
    const lines = elements.map((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    return Math.max(...lines)
  })
}
