import { expect, type Locator, type Page } from '@playwright/test'
import { field, formsIn } from '../support/page/forms.ts'
import { bar, cardsInView, carousel, hero, openHome, shownIn, slidesOf } from '../support/page/home-page.ts'
import { arabic } from '../support/page/longest-texts.ts'
import { otherTest as test } from '../support/page/site.ts'

const [appointment] = formsIn(arabic)
const control = (carousel: Locator, icon: 'previous' | 'next') => carousel.locator(`[data-icon="${icon}"]`)
const card = (page: Page, at: number) => slidesOf(carousel(page)).nth(at)

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is not in the page`)
  return { left: box.x, right: box.x + box.width, top: box.y }
}

test('From right to left, banner, bar and cards begin at the right, pictures are mirrored, and arrows point to the left', async ({
  page,
}) => {
  await openHome(page, arabic.path)
  const slide = shownIn(hero(page))
  const text = slide.locator('p')
  expect((await boxOf(text)).left).toBeGreaterThan(640)
  expect(await mirrors(slide)).toBe(true)
  expect(await mirrors(text.locator('..')), 'mirrored back').toBe(true)
  expect((await boxOf(control(hero(page), 'previous'))).right).toBeLessThan(320)

  for (const part of [hero(page), carousel(page)]) {
    expect(await pointsTo(control(part, 'next'), '::before')).toBe('left')
    expect(await pointsTo(control(part, 'previous'), '::before')).toBe('right')
  }
  const link = card(page, 0).locator('a')
  await link.hover()
  expect(await pointsTo(link, '::after')).toBe('left')

  const controls = [
    ...Object.keys(appointment.values).map((name) => field(bar(page), name)),
    bar(page).locator('[type="submit"]'),
  ]
  const lefts = (await Promise.all(controls.map(boxOf))).map(({ left }) => left)
  expect(lefts).toEqual(lefts.toSorted((one, other) => other - one))
  for (const name of ['phone', 'email']) {
    await expect(field(bar(page), name)).toHaveCSS('direction', 'ltr')
    await expect(field(bar(page), name)).toHaveCSS('text-align', 'end')
  }

  await card(page, 0).scrollIntoViewIfNeeded()
  const { left, top } = await boxOf(card(page, 0))
  await page.mouse.move(left + 30, top + 30)
  await page.mouse.down()
  await page.mouse.move(left + 330, top + 30, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => cardsInView(page), 'after a drag to the right').toEqual([3, 2, 1])
})

const mirrors = (element: Locator) =>
  element.evaluate((part) => new DOMMatrix(getComputedStyle(part).transform).a === -1)

/** Where an arrow points that is drawn as two sides of a turned square: to the corner that they share. */
function pointsTo(element: Locator, pseudo: '::before' | '::after'): Promise<'left' | 'right'> {
  return element.evaluate((owner, which) => {
    const { transform, borderTopWidth, borderRightWidth } = getComputedStyle(owner, which)
    const matrix = new DOMMatrix(transform)
    const [x, y] = [Number.parseFloat(borderRightWidth) > 0 ? 1 : -1, Number.parseFloat(borderTopWidth) > 0 ? -1 : 1]
    return matrix.a * x + matrix.c * y < 0 ? 'left' : 'right'
  }, pseudo)
}
