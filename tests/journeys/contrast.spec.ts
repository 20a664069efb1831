import { expect, type Locator, type Page } from '@playwright/test'
import { contents } from '../support/content.ts'
import { hero, modal, openHome, slidesOf, triggerModal } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

/** WCAG 2.2, 1.4.3 and, for text of ordinary size, 1.4.6, since it costs nothing here. */
const LARGE_TEXT = 4.5
const TEXT = 7

const WIDTHS = [320, 390, 768, 1280, 1920, 2560]

for (const { code, path, texts } of contents) {
  test(`Every text on a picture stands out from each pixel behind it (${code})`, async ({ page }) => {
    await openHome(page, path)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      for (const slide of await slidesOf(hero(page)).all()) {
        await expect(slide).toHaveCSS('opacity', '1')
        await expectContrast(page, slide.getByRole('heading'), LARGE_TEXT)
        await expectContrast(page, slide.locator('p'), TEXT)
        await page.getByRole('button', { name: texts.hero.next }).click()
      }
      await triggerModal(page)
      const sentence = modal(page).locator('picture + p')
      if (await sentence.isVisible()) await expectContrast(page, sentence, TEXT)
      await page.keyboard.press('Escape')
    }
  })
}

/** Compares a text's colour with what is painted behind its lines, once the text itself is made transparent. */
async function expectContrast(page: Page, text: Locator, least: number) {
  const clip = await text.boundingBox()
  if (!clip) throw new Error('No text to measure')
  const { color, lines } = await text.evaluate((element, { x, y }) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { color } = getComputedStyle(element)
    element.style.setProperty('color', 'transparent', 'important')
    return {
      color,
      lines: [...range.getClientRects()].map((line) =>
        new DOMRect(line.x - x, line.y - y, line.width, line.height).toJSON(),
      ),
    }
  }, clip)
  expect(lines.length).toBeGreaterThan(0)
  const picture = await page.screenshot({ clip, animations: 'disabled' })
  const worst = await worstContrast(page, picture.toString('base64'), color, lines)
  expect.soft(worst, `contrast of "${await text.textContent()}"`).toBeGreaterThanOrEqual(least)
  await text.evaluate((element) => element.style.removeProperty('color'))
}

/** The contrast ratio of a colour with the pixel of these parts that it stands out from least (WCAG 2.2, relative luminance). */
function worstContrast(page: Page, png: string, color: string, parts: DOMRect[]): Promise<number> {
  return page.evaluate(
    async ([png, color, parts]) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('No canvas to measure on')
      context.drawImage(bitmap, 0, 0)

      const linear = (value: number) =>
        value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
      const luminance = (red: number, green: number, blue: number) =>
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
      const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
      const text = luminance(red, green, blue)

      let worst = Number.POSITIVE_INFINITY
      for (const { x, y, width, height } of parts) {
        const pixels = context.getImageData(x, y, width, height).data
        for (let at = 0; at < pixels.length; at += 4) {
          const behind = luminance(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
          worst = Math.min(worst, (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05))
        }
      }
      return Math.round(worst * 100) / 100
    },
    [png, color, parts] as const,
  )
}
