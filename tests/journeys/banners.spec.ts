import { expect, type Locator, type Page } from '@playwright/test'
import { BONE, FADE, type Hero, heroIn, ownVeilAt } from '../../artwork/banners/hero.ts'
import { contrastRatio } from '../../src/content/colours.ts'
import { contents } from '../support/content.ts'
import { coloursIn, hexOf, type Place } from '../support/page/colours.ts'
import { hero, modal, openHome, slidesOf, triggerModal } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

/*
 * `npm run pictures` crops pictures and measures veils by what the page shows of them, which it knows from
 * `artwork/banners/hero.ts`. The first journeys compare its numbers with the page, the last its result.
 */

/** In px: on both sides of each change of the layout. */
const WIDTHS = [320, 480, 481, 767, 768, 1280, 2560]
const POSITION = 35
const VEIL = 0.4

test('A banner shows the part of the picture that is expected', async ({ page }) => {
  await openWithBanners(page, RAMP)
  await setStyles(page, { '--position': `${POSITION}%`, '--veil': 'transparent, transparent' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const { picture } = heroIn(width, POSITION)
    const corners = [
      { x: 2, y: 20 },
      { x: width - 3, y: 20 },
      { x: 2, y: 360 },
    ]
    for (const { x, y, red, green } of await coloursAt(page, corners)) {
      const [across, down] = [(red / 255) * picture.width, (green / 255) * picture.height]
      expect(Math.abs(across - picture.left - x), `across, at ${x},${y} of ${width}`).toBeLessThan(0.01 * picture.width)
      expect(Math.abs(down - picture.top - y), `down, at ${x},${y} of ${width}`).toBeLessThan(0.01 * picture.height)
    }
  }
})

test('The veils over a banner are as strong as expected, and its text ends before they do', async ({ page }) => {
  await openWithBanners(page, BLACK)
  await setStyles(page, { '--narrow-veil': String(VEIL), '--wide-veil': String(VEIL) })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const shown = heroIn(width, POSITION)
    const { right } = shown.text
    const places = [2, right / 2, right - 2, right + 0.05 * width, right + (FADE + 0.01) * width, width - 3]
    const points = places.map((x) => ({ x: Math.floor(x), y: 20 }))
    for (const { x, red } of await coloursAt(page, points)) {
      expect(Math.abs(red - veilsOverBlack(x + 0.5, shown)), `at ${x} of ${width}`).toBeLessThan(3)
    }
    for (const text of await slidesOf(hero(page)).locator(':scope > *').all()) {
      const lines = await linesOf(text)
      expect(Math.max(...lines.map((line) => line.right)), `at ${width} px`).toBeLessThanOrEqual(right + 1)
    }
  }
})

/** WCAG 2.2, 1.4.3 and, for text of ordinary size, 1.4.6, since it costs nothing here. */
const CONTRAST = { h2: 4.5, p: 7 }

for (const { code, path, texts } of contents) {
  test(`Every text on a banner stands out from each pixel behind it (${code})`, async ({ page }) => {
    await openHome(page, path)
    await page.locator('html[data-typeface]').waitFor()
    for (const width of [320, 600, 768, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      for (const slide of await slidesOf(hero(page)).all()) {
        await expect(slide).toHaveCSS('opacity', '1')
        await expectContrast(slide, CONTRAST)
        await page.getByRole('button', { name: texts.hero.next }).click()
      }
    }
  })
}

test("The sentence on the modal's picture stands out from each pixel behind it", async ({ home: page }) => {
  await triggerModal(page)
  await expectContrast(modal(page).locator('picture + p').locator('..'), { p: CONTRAST.p })
})

/** A picture in which a pixel says where it is: red grows to the right, green downwards. */
const RAMP = `
  <linearGradient id="across"><stop stop-color="#000"/><stop offset="1" stop-color="#f00"/></linearGradient>
  <linearGradient id="down" y2="1" x2="0"><stop stop-color="#000"/><stop offset="1" stop-color="#0f0"/></linearGradient>
  <rect width="100%" height="100%" fill="url(#across)"/>
  <rect width="100%" height="100%" fill="url(#down)" style="mix-blend-mode: screen"/>`
const BLACK = '<rect width="100%" height="100%"/>'

/** Opens the home page with a drawing in place of every banner. */
async function openWithBanners(page: Page, drawing: string) {
  await page.route('**/pictures/banner_*', (route) => {
    const size = route.request().url().includes('-phone') ? 'width="960" height="768"' : 'width="2560" height="960"'
    const body = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${drawing}</svg>`
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
  await openHome(page)
}

async function setStyles(page: Page, styles: Record<string, string>) {
  await slidesOf(hero(page))
    .first()
    .evaluate((slide: HTMLElement, styles) => {
      for (const [name, value] of Object.entries(styles)) slide.style.setProperty(name, value)
    }, styles)
}

/** The colours of some points of the first slide. */
async function coloursAt(page: Page, points: { x: number; y: number }[]) {
  const png = await slidesOf(hero(page)).first().screenshot({ animations: 'disabled' })
  const places = points.map((point) => ({ ...point, width: 1, height: 1 }))
  const colours = await coloursIn(page, png, places)
  return points.map((point, at) => {
    const [red = 0, green = 0] = colours[at]?.[0] ?? []
    return { ...point, red, green }
  })
}

/** How red both veils look over a black picture. */
function veilsOverBlack(x: number, shown: Hero): number {
  const faded = (x - shown.text.right) / (FADE * shown.width)
  const underText = VEIL * (1 - Math.min(1, Math.max(0, faded)))
  const own = ownVeilAt(x, shown)
  return BONE[0] * underText * (1 - own) + shown.veil.colour[0] * own
}

type Box = Place & { right: number }

/** Where the lines of a text are. */
const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return [...range.getClientRects()].map((line) => line.toJSON() as Box)
  })

/** Compares the colour of each text in a part of the page with what is painted behind its lines, once the texts are transparent. */
async function expectContrast(part: Locator, leastOf: Record<string, number>) {
  const page = part.page()
  const texts = await Promise.all(
    Object.entries(leastOf).map(async ([selector, least]) => {
      const text = part.locator(selector)
      const colour = await text.evaluate((element) => getComputedStyle(element).color)
      return { text, least, colour, lines: await linesOf(text) }
    }),
  )
  for (const { text } of texts) await text.evaluate((one) => one.style.setProperty('color', 'transparent', 'important'))
  const { x = 0, y = 0, height = 0 } = (await part.boundingBox()) ?? {}
  const right = Math.max(...texts.flatMap(({ lines }) => lines.map((line) => line.right)))
  const clip = { x, y, width: Math.ceil(right - x) + 1, height }
  const picture = await page.screenshot({ clip, animations: 'disabled' })
  for (const { text, least, colour, lines } of texts) {
    await text.evaluate((one) => one.style.removeProperty('color'))
    const places = lines.map((line) => ({ ...line, x: line.x - clip.x, y: line.y - clip.y }))
    const own = hexOf((colour.match(/\d+/g) ?? []).map(Number))
    const behind = (await coloursIn(page, picture, places)).flat().map(hexOf)
    const contrasts = behind.map((other) => contrastRatio(own, other))
    expect.soft(Math.min(...contrasts), `contrast of "${await text.textContent()}"`).toBeGreaterThanOrEqual(least)
  }
}
