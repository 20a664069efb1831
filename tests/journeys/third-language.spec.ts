import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { readContents } from '../../scripts/read-content.ts'
import { arabicFile } from '../support/arabic.ts'
import { english, contents as withoutIt } from '../support/content.ts'
import { testWith } from '../support/page/site.ts'

const { siteAddress } = english.department

/** The site's content with one more file, and no other change. */
const contents = contentsWith('ar.json', arabicFile)
const test = testWith(contents)

function contentsWith(file: string, data: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'callback-clinic-'))
  try {
    cpSync('content', folder, { recursive: true })
    writeFileSync(join(folder, file), JSON.stringify(data))
    return readContents(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const inArabic = (page: Page) => page.getByRole('banner').getByRole('navigation').getByRole('link', { name: 'العربية' })

for (const { path: home } of withoutIt) {
  for (const page of ['', 'privacy', 'thank-you']) {
    test(`With one more file there is one more language, to which ${home}${page} leads`, { tag: '@soak' }, async ({
      page: tab,
    }) => {
      await tab.goto(`${home}${page}`)
      await expect(inArabic(tab)).toHaveAttribute('lang', 'ar')
      await expect(inArabic(tab)).toHaveAttribute('hreflang', 'ar')
      await inArabic(tab).click()
      await expect(tab).toHaveURL(`/ar/${page}`)
      await expect(tab.locator('html')).toHaveAttribute('lang', 'ar')
      await expect(tab.locator('html')).toHaveAttribute('dir', 'rtl')
      const others = tab.getByRole('banner').getByRole('navigation').getByRole('link')
      await expect(others).toHaveText(withoutIt.map(({ texts }) => texts.language.name))
    })
  }
}

test('With one more file, search engines read of one more language on each page that they may list', async ({
  page,
}) => {
  for (const listed of ['', 'privacy']) {
    const addresses = ['/', '/ar/', '/hi/', '/'].map((home) => `${siteAddress}${home}${listed}`)
    for (const { path: home } of contents) {
      await page.goto(`${home}${listed}`)
      const alternates = await page
        .locator('link[rel=alternate]')
        .evaluateAll((links) => links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]))
      expect(alternates).toEqual(['en', 'ar', 'hi', 'x-default'].map((language, at) => [language, addresses[at]]))
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${siteAddress}${home}${listed}`)
    }
  }
})

test('With one more file, the sitemap names the pages of one more language', { tag: '@soak' }, async ({ page }) => {
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const named = (tag: RegExp) => Array.from(sitemap.matchAll(tag), ([, address = '']) => address)
  const listed = contents.flatMap(({ path }) => [path, `${path}privacy`]).map((path) => `${siteAddress}${path}`)
  expect(listed).toContain(`${siteAddress}/ar/privacy`)
  expect(named(/<loc>(.*?)<\/loc>/g)).toEqual(listed)
  expect(named(/hreflang="ar" href="(.*?)"/g)).toEqual(
    contents.flatMap(() => [`${siteAddress}/ar/`, `${siteAddress}/ar/privacy`]),
  )
})

test('With one more file, addresses that do not exist are answered in its language, and /ar leads to /ar/', async ({
  page,
}) => {
  expect((await page.goto('/ar/no-such-page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabicFile.notFound.heading)
  await page.goto('/ar?utm_source=newsletter')
  await expect(page).toHaveURL('/ar/?utm_source=newsletter')
})
