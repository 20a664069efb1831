import { expect, type Page, type Route } from '@playwright/test'
import { appointment, contact, field, fill, press } from '../support/page/forms.ts'
import {
  bar,
  carousel,
  expectModal,
  hero,
  modal,
  slidesOf,
  stopClock,
  triggerModal,
} from '../support/page/home-page.ts'
import { storedFor, test } from '../support/page/site.ts'

interface Failure {
  arrange: (page: Page) => Promise<unknown>
  /** Lets the page wait for React for so long. */
  wait?: (page: Page, ms: number) => Promise<unknown>
}

/** How the page's module can fail to arrive. */
const FAILURES: Record<string, Failure> = {
  'is blocked by the network': {
    arrange: (page) => page.route('**/assets/*.js', (route: Route) => route.abort()),
  },
  'is never answered': {
    arrange: async (page) => {
      await stopClock(page)
      await page.route('**/assets/*.js', () => {})
    },
    wait: async (page, ms) => {
      await expect(page.locator('html[data-page="starting"]')).toBeAttached()
      await page.clock.runFor(ms)
    },
  },
  'is blocked, and so is the script in the page': {
    arrange: (page) =>
      page.route('**/*', async (route) => {
        if (new URL(route.request().url()).pathname !== '/') return route.fallback()
        const answer = await route.fetch()
        const policy = String(answer.headers()['content-security-policy']).replace(
          /script-src [^;]*/,
          "script-src 'none'",
        )
        await route.fulfill({ response: answer, headers: { ...answer.headers(), 'content-security-policy': policy } })
      }),
  },
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

for (const [failure, { arrange, wait }] of Object.entries(FAILURES)) {
  test(`Where the script ${failure} a finger reaches all cards and slides with their pictures, and each form is posted`, async ({
    page,
    site,
  }) => {
    await arrange(page)
    await page.goto('/')
    await wait?.(page, 5_000)
    const cards = slidesOf(carousel(page))
    await expect(cards).toHaveCount(16)
    await cards.first().getByRole('button').scrollIntoViewIfNeeded()
    const row = carousel(page).locator('[data-slides]')
    await expect(row).toHaveCSS('touch-action', 'auto')
    for (const at of [1, 7, 15]) {
      await row.evaluate((element, position) => element.scrollTo({ left: element.clientWidth * position * 1.03 }), at)
      await expect(cards.nth(at).getByRole('heading')).toBeInViewport()
      const picture = cards.nth(at).locator('img')
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await expect(picture).toBeVisible()
    }
    for (const heading of ['Breast augmentation', 'Abdominoplasty', 'Rhinoplasty']) {
      const slide = slidesOf(hero(page)).filter({ has: page.getByRole('heading', { name: heading }) })
      await slide.scrollIntoViewIfNeeded()
      await expect(slide.getByRole('heading')).toBeInViewport({ ratio: 1 })
      await expect(slide).toHaveCSS('background-image', /banner_/)
      await expect(slide).toHaveCSS('opacity', '1')
    }
    await expect(hero(page).getByRole('button', { name: 'Next slide' })).toHaveCount(0)
    await expect(carousel(page).getByRole('button', { name: 'Next procedures' })).toHaveCount(0)
    const tops = await slidesOf(hero(page)).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size, 'places of the slides, one below the other').toBe(3)
    await cards.nth(3).getByRole('button').click()
    await expect(field(bar(page), 'fullname')).toBeVisible()
    if (wait) {
      await expect(page.locator('html[data-page]'), 'what waits for React').toHaveCount(0)
      await triggerModal(page)
      await modal(page).getByRole('button', { name: 'Close' }).click()
      await expectModal(page, 'closed')
    }

    for (const form of [appointment, contact]) {
      const email = `missing.${Math.random().toString(36).slice(2)}@people.example`
      await page.goto(form === contact ? '/#contact' : '/')
      if (form === appointment) await bar(page).locator('summary').click()
      await fill(form.in(page), { ...form.values, email })
      await press(page, form)
      await wait?.(page, 3_000)
      await page.waitForURL('/thank-you')
      expect(await storedFor(email, site)).toHaveLength(1)
    }
  })
}
