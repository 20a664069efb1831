import { expect, type Page } from '@playwright/test'
import { answerCalls } from '../support/page/calls.ts'
import { appointment, contact, fill, press, status } from '../support/page/forms.ts'
import { bar, carousel, modal, openHome, triggerModal } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const WIDTHS = [320, 390, 768, 1280, 1920, 2560]

/** A long name without a space, as some languages have them, and a long address: neither may widen the page. */
const LONG = {
  fullname: 'Wolfeschlegelsteinhausenbergerdorff-Hubert-Blaine-von-Rhododendronblütenstaub',
  email: 'a.very.long.address.that.nobody.would.want.to.type@subdomain.of.a.long.domain.example',
}

const openBar = async (page: Page) => {
  const summary = bar(page).locator('summary')
  if (await summary.isVisible()) await summary.click()
}

/** Every state that a visitor can see, and how to come to it. */
const STATES: Record<string, (page: Page) => Promise<unknown>> = {
  first: (page) => openHome(page),
  procedures: async (page) => {
    await openHome(page)
    await carousel(page).evaluate((element) => element.scrollIntoView())
  },
  foot: async (page) => {
    await openHome(page)
    await page.getByRole('contentinfo').evaluate((element) => element.scrollIntoView())
  },
  'bar-empty': async (page) => {
    await openHome(page)
    await openBar(page)
  },
  'bar-error': async (page) => {
    await openHome(page)
    await openBar(page)
    await press(page, appointment)
  },
  'bar-long': async (page) => {
    await openHome(page)
    await openBar(page)
    await fill(bar(page), { ...appointment.values, ...LONG, phone: '12' })
    await press(page, appointment)
  },
  'bar-sending': async (page) => {
    await answerCalls(page, appointment, 'silence')
    await openHome(page)
    await openBar(page)
    await fill(bar(page), appointment.values)
    await press(page, appointment)
    await expect(status(bar(page))).toHaveText('Sending...')
  },
  'bar-done': async (page) => {
    await answerCalls(page, appointment, 201)
    await openHome(page)
    await openBar(page)
    await fill(bar(page), appointment.values)
    await press(page, appointment)
    await expect(status(bar(page))).toHaveText('Thanks for your submission!')
  },
  'modal-empty': async (page) => {
    await openHome(page)
    await triggerModal(page)
  },
  'modal-error': async (page) => {
    await openHome(page)
    await triggerModal(page)
    await press(page, contact)
  },
  'modal-sending': async (page) => {
    await answerCalls(page, contact, 'silence')
    await openHome(page)
    await triggerModal(page)
    await fill(modal(page), contact.values)
    await press(page, contact)
    await expect(status(modal(page))).toHaveText('Sending...')
  },
  'thank-you': (page) => page.goto('/thank-you'),
  privacy: (page) => page.goto('/privacy'),
  'not-found': (page) => page.goto('/no-such-page'),
}

for (const width of WIDTHS) {
  test(`Every state fits its window at ${width} px, and is kept as a picture`, async ({ browser, site }) => {
    for (const [name, arrive] of Object.entries(STATES)) {
      const page = await browser.newPage({
        baseURL: site.address,
        viewport: { width, height: width < 768 ? 844 : width < 1280 ? 1024 : 900 },
        reducedMotion: 'reduce',
      })
      await arrive(page)
      await picturesReady(page)
      await page.screenshot({ path: `test-results/pictures/${name}-${width}.png`, animations: 'disabled' })
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(sideways, `how far ${name} scrolls sideways`).toBeLessThanOrEqual(0)
      await page.close()
    }
  })
}

/** Resolves when typeface and pictures in sight have arrived. */
function picturesReady(page: Page) {
  return page.evaluate(async () => {
    await document.fonts.ready
    const inSight = [...document.images].filter((image) => {
      const { left, right, top, bottom } = image.getBoundingClientRect()
      return image.checkVisibility() && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight
    })
    await Promise.all(inSight.map((image) => image.decode().catch(() => {})))
  })
}

test('Every page still reads at 400 % zoom, without a sideways scroll', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of ['/', '/thank-you', '/privacy', '/no-such-page', '/#contact']) {
    await page.goto(path)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways, path).toBeLessThanOrEqual(0)
  }
})

test('The printed page is a clean sheet with the telephone number', async ({ page }) => {
  await openHome(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner').getByText('+91 00000 00000')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Vaginoplasty' })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  for (const button of await page.getByRole('button', { includeHidden: true }).all()) await expect(button).toBeHidden()
})
