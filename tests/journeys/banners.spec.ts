import { expect, type Page } from '@playwright/test'
import { BONE, FADE, type Hero, heroIn, ownVeilAt } from '../../artwork/banners/hero.ts'
import { hero, openHome, slidesOf } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

/*
 * `npm run pictures` crops pictures and measures veils by what the page shows of them, which it knows from
 * `artwork/banners/hero.ts`. These journeys compare its numbers with the page.
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

test('The veils over a banner are as strong as expected', async ({ page }) => {
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
  }
})

test('The text of a banner ends before the veil under it does', async ({ home: page }) => {
  for (const width of [...WIDTHS, 360, 390, 600, 900, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const slide of await slidesOf(hero(page)).all()) {
      const right = await slide.locator(':scope > *').evaluate((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return range.getBoundingClientRect().right
      })
      expect(right).toBeGreaterThan(100)
      expect(right, `at ${width} px`).toBeLessThanOrEqual(heroIn(width, POSITION).text.right + 1)
    }
  }
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
  return page.evaluate(
    async ([png, points]) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      if (!context) throw new Error('No canvas to look at')
      context.drawImage(bitmap, 0, 0)
      return points.map(({ x, y }) => {
        const [red = 0, green = 0] = context.getImageData(x, y, 1, 1).data
        return { x, y, red, green }
      })
    },
    [png.toString('base64'), points] as const,
  )
}

/** How red both veils look over a black picture. */
function veilsOverBlack(x: number, shown: Hero): number {
  const faded = (x - shown.text.right) / (FADE * shown.width)
  const underText = VEIL * (1 - Math.min(1, Math.max(0, faded)))
  const own = ownVeilAt(x, shown)
  return BONE[0] * underText * (1 - own) + shown.veil.colour[0] * own
}
