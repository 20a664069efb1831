import { expect, type Page } from '@playwright/test'
import { isTypeface, watchFirstView } from '../../../bench/page/first-view.ts'
import { hindi } from '../../support/hindi.ts'
import { formsIn, press, status } from '../../support/page/forms.ts'
import { bar, carousel, hero, openHome, slidesOf } from '../../support/page/home-page.ts'
import { test } from '../../support/page/site.ts'
import { expectNoViolations } from '../../support/page/violations.ts'

const { hero: banner, procedures } = hindi.texts
const PAGES = ['/hi/', '/hi/thank-you', '/hi/privacy', '/hi/no-such-page']

/** What a hospital does not say of itself in Hindi either: promises, superlatives, bait, pressure, witnesses, prices. */
const FORBIDDEN = [
  /गारंटी|शर्तिया|निश्चित रूप से|सौ प्रतिशत|१००|100\s*%/,
  /सबसे अच्छ|सर्वश्रेष्ठ|बेहतरीन|सर्वोत्तम|अव्वल|नंबर (वन|1)|विश्व ?स्तर|अग्रणी/,
  /दर्द रहित|दर्द-?रहित|बिना दर्द|सुरक्षित|जोखिम[- ]?(रहित|मुक्त)|बिना निशान/,
  /सस्त|किफ़ायती|किफायती|मुफ़्त|मुफ्त|निःशुल्क|डिस्काउंट|ऑफ़र|ऑफर|(\d|विशेष) ?छूट|किस्त/,
  /जल्दी करें|आज ही|अभी (बुक|कॉल) करें|सीमित|आख़िरी मौका|मौका न चूकें/,
  /पहले और बाद|समीक्षा|सफलता की कहानी|प्रशंसापत्र/,
  /ख़ूबसूरत|खूबसूरत|सुंदर|आकर्षक|परफ़ेक्ट|बेदाग|जवान|सपनों|कायाकल्प|निखार/,
  /[₹$€£]\s*\d|रुपये|रुपए/,
  /डॉ\./,
]

test('The page in Hindi has its carousels, controls and forms under Hindi names', async ({ page }) => {
  await openHome(page, '/hi/')
  await expect(page).toHaveTitle(`${hindi.department.name}, ${hindi.department.hospital} – ${hindi.texts.getCallback}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hindi.department.name)
  for (const [part, count, names] of [
    [hero(page), 3, [banner.previous, banner.next, banner.pause]],
    [carousel(page), 16, [procedures.previous, procedures.next, procedures.pause]],
  ] as const) {
    await expect(part).toHaveAttribute('aria-roledescription', hindi.texts.roles.carousel)
    for (const name of names) await expect(part.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(slidesOf(part)).toHaveCount(count)
    await expect(slidesOf(part).first()).toHaveAccessibleName(`${count} में से 1`)
  }
  await hero(page).getByRole('button', { name: banner.next }).click()
  await expect(slidesOf(hero(page)).nth(1).getByRole('heading')).toHaveText('एब्डोमिनोप्लास्टी')
  await expect(hero(page).locator('[data-root] > span').first()).toHaveText('2/3')
  const card = slidesOf(carousel(page)).first()
  await card.getByRole('button').click()
  await expect(bar(page).locator('[name="selected"]')).toHaveValue('Abdominoplasty')
})

for (const path of PAGES) {
  test(`axe finds nothing wrong with ${path}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (path === '/hi/') await openHome(page, path)
    else await page.goto(path)
    await expectNoViolations(page)
  })

  test(`${path} promises nothing`, async ({ page }) => {
    await page.goto(path)
    const words = await page.evaluate(() => {
      const named = [...document.querySelectorAll('meta[content], [aria-label]')]
      const hidden = named.flatMap((element) => [element.getAttribute('content'), element.getAttribute('aria-label')])
      return [document.body.textContent, document.title, ...hidden].join(' · ')
    })
    for (const pattern of FORBIDDEN) expect.soft(words).not.toMatch(pattern)
  })
}

for (const form of formsIn(hindi)) {
  test(`axe finds nothing wrong with the ${form.name} in Hindi, empty and in error`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 390, height: 844 })
    await form.arrive(page)
    const summary = form.in(page).locator('summary')
    if (await summary.isVisible()) await summary.click()
    const part = `#${await form.in(page).getAttribute('id')}`
    await expectNoViolations(page, part)
    await press(page, form)
    await expect(status(form.in(page))).toHaveText(/\S/)
    await expectNoViolations(page, part)
  })
}

for (const [width, height, mostPerCent] of [
  [390, 844, 10],
  [1024, 768, 26],
  [1280, 800, 17],
] as const) {
  test(`In Hindi the bar takes at most ${mostPerCent} % of the height at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openHome(page, '/hi/')
    const box = await bar(page).boundingBox()
    expect((Number(box?.height) / height) * 100).toBeLessThanOrEqual(mostPerCent)
  })
}

test('In Hindi heading, one row of cards and the dots are in sight above the bar at 1280 x 800', async ({ page }) => {
  await openHome(page, '/hi/')
  await carousel(page).evaluate((section) => section.scrollIntoView({ block: 'start' }))
  const top = await bar(page).evaluate((element) => element.getBoundingClientRect().top)
  await expect(carousel(page).getByRole('heading', { name: procedures.heading })).toBeInViewport({ ratio: 1 })
  const dot = await carousel(page).locator('[aria-current="true"]').boundingBox()
  expect(Number(dot?.y) + Number(dot?.height)).toBeLessThanOrEqual(top)
})

for (const width of [320, 390, 768, 1280, 1920]) {
  test(`In Hindi the banner is 24rem high, and each card has one line of name and three of text, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await openHome(page, '/hi/')
    expect(await hero(page).evaluate((section) => section.clientHeight)).toBe(384)
    expect(await mostLines(page, '#carousel-demo h3')).toBe(1)
    expect(await mostLines(page, '#carousel-demo h3 + p')).toBeLessThanOrEqual(3)
  })
}

/** The most lines that one of these elements has. */
function mostLines(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluateAll((elements) => {
    const lines = elements.map((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
    return Math.max(...lines)
  })
}

test('Each language fetches only the typeface of its own script', async ({ page, browser, site }) => {
  const typefacesOf = async (path: string) => {
    const context = await browser.newContext()
    const { fetched } = await watchFirstView(await context.newPage(), site.address + path)
    await context.close()
    return fetched.filter(isTypeface).map(({ path: file }) => file)
  }
  const [english, hindiHome] = [await typefacesOf('/'), await typefacesOf('/hi/')]
  expect(english).toHaveLength(1)
  expect(hindiHome).toHaveLength(1)
  expect(hindiHome).not.toEqual(english)
  for (const [path, typeface] of [
    ['/privacy', english],
    ['/hi/privacy', hindiHome],
    ['/hi/thank-you', hindiHome],
  ] as const) {
    expect(await typefacesOf(path), path).toEqual(typeface)
  }
  await openHome(page, '/hi/')
  await expect(page.locator('html')).toHaveAttribute('data-typeface')
  expect(await page.evaluate(() => document.fonts.check('20px "Tiro Devanagari Hindi"', 'सर्जरी'))).toBe(true)
})
