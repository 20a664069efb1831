import { expect, type Page } from '@playwright/test'
import { arabicFile, contentsWithArabic } from '../support/arabic.ts'
import { english, contents as withoutIt } from '../support/content.ts'
import { inArabic as test } from '../support/page/directions.ts'

const { siteAddress } = english.department

const arabicLink = (page: Page) =>
  page.getByRole('banner').getByRole('navigation').getByRole('link', { name: 'العربية' })

test('With one more file there is one more language, to which each page leads', async ({ page }) => {
  for (const path of ['', 'privacy', 'thank-you']) {
    await page.goto(`/hi/${path}`)
    await expect(arabicLink(page)).toHaveAttribute('lang', 'ar')
    await arabicLink(page).click()
    await expect(page).toHaveURL(`/ar/${path}`)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    const others = page.getByRole('banner').getByRole('navigation').getByRole('link')
    await expect(others).toHaveText(withoutIt.map(({ texts }) => texts.language.name))
  }
})

test('With one more file, search engines read of one more language on each page that they may list', async ({
  page,
}) => {
  for (const listed of ['', 'privacy']) {
    const addresses = ['/', '/ar/', '/hi/', '/'].map((home) => `${siteAddress}${home}${listed}`)
    for (const { path: home } of contentsWithArabic) {
      await page.goto(`${home}${listed}`)
      const alternates = await page
        .locator('link[rel=alternate]')
        .evaluateAll((links) => links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]))
      expect(alternates).toEqual(['en', 'ar', 'hi', 'x-default'].map((language, at) => [language, addresses[at]]))
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${siteAddress}${home}${listed}`)
    }
  }
})

test('With one more file, addresses that do not exist are answered in its language, and /ar leads to /ar/', async ({
  page,
}) => {
  expect((await page.goto('/ar/no-such-page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabicFile.notFound.heading)
  await page.goto('/ar?utm_source=newsletter')
  await expect(page).toHaveURL('/ar/?utm_source=newsletter')
})
