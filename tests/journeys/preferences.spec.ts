import { expect, type Page } from '@playwright/test'
import { contrastRatio } from '../../src/content/colours.ts'
import { answerCalls } from '../support/page/calls.ts'
import { coloursIn, hexOf, type Place } from '../support/page/colours.ts'
import { contact, fill, press } from '../support/page/forms.ts'
import {
  bar,
  carousel,
  hero,
  modal,
  openHome,
  shownIn,
  slidesOf,
  stopClock,
  triggerModal,
} from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

/*
 * What a visitor has asked of every page: less motion, high contrast, paper.
 */

test('Nothing is animated for a visitor who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openHome(page)
  await hero(page).getByRole('button', { name: 'Next slide' }).click()
  await carousel(page).getByRole('button', { name: 'Go to procedure 9 of 16' }).click()
  await triggerModal(page)
  const running = await page.evaluate(() =>
    document.getAnimations().map((animation) => animation.effect?.getTiming().duration),
  )
  expect(running.filter((duration) => duration !== 0)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(shownIn(carousel(page)).first().getByRole('heading')).toHaveText('Facial Paralysis')
})

test('In forced colours every control has an edge, and what is chosen or wrong still looks different', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await openHome(page)
  const edgeless = await page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll(
        'button:not([aria-label^="Go to"]), input, select, textarea, a[aria-haspopup="dialog"]',
      ),
    ]
    return controls
      .filter((control) => Number.parseFloat(getComputedStyle(control).borderTopWidth) < 1)
      .map((control) => control.getAttribute('aria-label') ?? control.id)
  })
  expect(edgeless).toEqual([])

  const dots = carousel(page).getByRole('button', { name: /^Go to procedure/ })
  const fill = (at: number) => dots.nth(at).evaluate((dot) => getComputedStyle(dot, '::before').backgroundColor)
  expect(await fill(0)).not.toBe(await fill(1))

  await bar(page).getByRole('button', { name: 'SEND' }).click()
  await expect(bar(page).getByText('Name is required')).toBeVisible()
  await expect(bar(page).getByLabel('Name')).toHaveCSS('border-top-style', 'dashed')
  await triggerModal(page)
  const panel = modal(page).locator(':scope > div')
  expect(await panel.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px')
})

for (const colorScheme of ['dark', 'light'] as const) {
  test(`In forced colours every sign stands out from its ground (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1280, height: 1400 })
    await answerCalls(page, contact, 'silence')
    await openHome(page)
    await hero(page).getByRole('button', { name: 'Play slides' }).click() // so that one shows the sign for Pause
    await expectSigns(page, 'main > div > section button', inside)
    await expectSigns(page, '#carousel-demo :not([inert]) > a', atTheEnd)
    await expectSigns(page, '#appointment select', atTheEnd)
    await bar(page).getByRole('button', { name: 'SEND' }).click()
    await expectSigns(page, '#appointment [data-tone="error"]:not(div)', atTheStart)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectSigns(page, 'summary', atTheEnd)
    await triggerModal(page)
    await expectSigns(page, '#contact button[aria-label]', inside)
    await expectSigns(page, '#contact select', atTheEnd)
    await fill(modal(page), contact.values)
    await press(page, contact)
    await expectSigns(page, '#contact [aria-busy="true"]', atTheStart)
  })
}

/** Where the sign of an element is, within its border. */
const inside = ({ x, y, width, height }: Place) => ({
  x: x + width / 4,
  y: y + height / 4,
  width: width / 2,
  height: height / 2,
})
const atTheEnd = ({ x, y, width, height }: Place) => ({ x: x + width - 32, y: y + 6, width: 28, height: height - 12 })
const atTheStart = ({ x, y, height }: Place) => ({ x: x + 4, y: y + 2, width: 28, height: height - 4 })

/** WCAG 2.2, 1.4.11. */
const LEAST_CONTRAST = 3

/** Each sign has pixels that stand out from what most of its place is. */
async function expectSigns(page: Page, selector: string, placeOf: (box: Place) => Place) {
  const shown = await page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => ({
      name: element.getAttribute('aria-label') ?? element.id,
      box: element.getBoundingClientRect().toJSON() as Place,
    })),
  )
  expect(shown.length, selector).toBeGreaterThan(0)
  const places = shown.map(({ box }) => placeOf(box))
  const colours = await coloursIn(page, await page.screenshot({ animations: 'disabled' }), places)
  for (const [at, { name }] of shown.entries()) {
    const [ground = '', ...others] = (colours[at] ?? []).map(hexOf)
    const contrast = Math.max(1, ...others.map((colour) => contrastRatio(colour, ground)))
    expect.soft(contrast, `${selector} "${name}"`).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  }
}

test('The printed page is text on the paper with the telephone number, without picture, veil or button', async ({
  page,
}) => {
  await stopClock(page) // so that no slide is shown because its turn has come
  await openHome(page)
  await page.emulateMedia({ media: 'print' })
  const slides = slidesOf(hero(page))
  for (const slide of await slides.all()) {
    await expect(slide).toHaveCSS('background-image', 'none')
    await expect(slide).toHaveCSS('opacity', '1')
    await expect(slide).toBeVisible()
    expect(await slide.evaluate((element) => getComputedStyle(element, '::before').display)).toBe('none')
  }
  const tops = await slides.evaluateAll((all) => all.map((slide) => slide.getBoundingClientRect().top))
  expect(new Set(tops).size, 'places of the slides, one below the other').toBe(3)
  await expect(page.getByRole('banner').getByText('+91 00000 00000')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Vaginoplasty' })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
})

test('Printed while the modal is open, the page is on the sheets as it is without it', async ({ page }) => {
  await stopClock(page)
  await openHome(page)
  const withoutModal = await pdfOf(page, { height: '21cm' })
  await triggerModal(page)
  const withModal = await pdfOf(page, { height: '21cm' })
  expect(undated(withModal) === undated(withoutModal), 'the same file').toBe(true)
})

const undated = (pdf: string) => pdf.replaceAll(/\/(Creation|Mod)Date \([^)]*\)/g, '')

/** In PDF's points. */
const MARGIN_PT = 28.35
const TWO_LINES_PT = 36

test('On paper no heading and no question is parted from its text', async ({ page }) => {
  await stopClock(page)
  await openHome(page)
  for (const heightCm of [15, 16, 17, 18, 19, 20, 21]) {
    // The file's outline names each heading with its height above the foot of its sheet.
    const pdf = await pdfOf(page, { height: `${heightCm}cm`, tagged: true, outline: true })
    const headings = [...pdf.matchAll(/\/Title \(([^)]*)\)\s*\/Dest \[\d+ 0 R \/XYZ \S+ (\S+)/g)]
    expect(headings.length).toBeGreaterThan(8)
    for (const [, title, height] of headings)
      expect.soft(Number(height), `${title} at ${heightCm} cm`).toBeGreaterThan(MARGIN_PT + TWO_LINES_PT)
  }
  await page.emulateMedia({ media: 'print' })
  for (const question of await page.locator('dl > div').all()) await expect(question).toHaveCSS('break-inside', 'avoid')
})

async function pdfOf(page: Page, options: Parameters<Page['pdf']>[0]) {
  const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }
  return (await page.pdf({ width: '14.8cm', margin, ...options })).toString('latin1')
}
