import { expect, type Page } from '@playwright/test'
import { english } from '../../support/content.ts'
import { hindi } from '../../support/hindi.ts'
import { appointment, fill, formsIn, press, status } from '../../support/page/forms.ts'
import { openHome } from '../../support/page/home-page.ts'
import { storedFor } from '../../support/page/running-site.ts'
import { test } from '../../support/page/site.ts'

/** The links to the same page in the other languages. */
const languages = (page: Page) => page.getByRole('banner').getByRole('navigation').getByRole('link')

for (const { path, inEnglish, inHindi } of [
  { path: 'the home page', inEnglish: '/', inHindi: '/hi/' },
  { path: 'the privacy notice', inEnglish: '/privacy', inHindi: '/hi/privacy' },
  { path: 'the thank-you page', inEnglish: '/thank-you', inHindi: '/hi/thank-you' },
]) {
  test(`A link leads from ${path} in English to it in Hindi, and back`, async ({ page }) => {
    await page.goto(inEnglish)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
    await expect(languages(page)).toHaveText(['हिन्दी'])
    await expect(languages(page)).toHaveAttribute('lang', 'hi')
    await expect(languages(page)).toHaveAttribute('hreflang', 'hi')
    await languages(page).click()
    await expect(page).toHaveURL(inHindi)
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await expect(languages(page)).toHaveText(['English'])
    await expect(languages(page)).toHaveAttribute('lang', 'en-GB')
    await languages(page).click()
    await expect(page).toHaveURL(inEnglish)
  })
}

test('A page that does not exist is in the language of its address, and leads to the home pages', async ({ page }) => {
  expect((await page.goto('/hi/no-such-page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hindi.texts.notFound.heading)
  await expect(page.getByRole('link', { name: hindi.texts.notFound.home })).toHaveAttribute('href', '/hi/')
  await expect(languages(page)).toHaveAttribute('href', '/')
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.texts.notFound.heading)
  await expect(languages(page)).toHaveAttribute('href', '/hi/')
})

test('/hi leads to /hi/ with its query', async ({ page }) => {
  await page.goto('/hi?utm_source=newsletter')
  await expect(page).toHaveURL('/hi/?utm_source=newsletter')
})

for (const { to, form, content } of [
  { to: '/hi/', form: formsIn(hindi)[0], content: hindi },
  { to: '/', form: appointment, content: english },
]) {
  test(`A campaign is recorded although the visitor has changed to ${to}`, async ({ page, site }) => {
    const email = `changed.to.${content.code}@people.example`
    const from = to === '/' ? '/hi/' : '/'
    await openHome(page, `${from}?utm_source=newsletter&utm_campaign=${content.code}`)
    await languages(page).click()
    await expect(page).toHaveURL(`${to}?utm_source=newsletter&utm_campaign=${content.code}`)
    await fill(form.in(page), { ...form.values, email })
    await press(page, form)
    await expect(status(form.in(page)).and(page.locator('[data-tone="ok"]'))).toBeVisible()
    expect(await storedFor(email, site)).toEqual([
      expect.objectContaining({
        campaign: { source: 'newsletter', medium: null, campaign: content.code, term: null, content: null },
      }),
    ])
  })
}

test('Every link of the pages in Hindi stays in Hindi, but for the links to other languages', async ({ page }) => {
  for (const path of ['/hi/', '/hi/privacy', '/hi/thank-you', '/hi/no-such-page']) {
    await page.goto(path)
    const links = await page
      .locator('a:not([hreflang])')
      .evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href') ?? ''))])
    expect(links.filter((link) => !/^(#|tel:|mailto:|\/hi\/)/.test(link))).toEqual([])
  }
})

for (const width of [320, 390, 768, 1280]) {
  test(`The links to other languages are big enough to touch, and beside nothing else, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/', '/hi/', '/privacy', '/hi/privacy']) {
      await page.goto(path)
      const box = await languages(page).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), path).toBeGreaterThanOrEqual(44)
      const texts = await page.locator('header h1, header p, header a:not([hreflang])').evaluateAll((all) =>
        all.map((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          return range.getBoundingClientRect().toJSON()
        }),
      )
      const [word] = await languages(page).evaluateAll((all) =>
        all.map((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          return range.getBoundingClientRect().toJSON()
        }),
      )
      for (const text of texts) {
        const apart =
          text.right <= word.left || text.left >= word.right || text.bottom <= word.top || text.top >= word.bottom
        expect.soft(apart, `${path}: ${JSON.stringify({ text, word })}`).toBe(true)
      }
    }
  })
}
