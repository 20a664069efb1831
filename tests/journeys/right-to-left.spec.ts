import { expect, type Locator, type Page } from '@playwright/test'
import { english } from '../support/content.ts'
import { field, formsIn } from '../support/page/forms.ts'
import { bar, cardsInView, carousel, hero, openHome, shownIn, slidesOf, stopClock } from '../support/page/home-page.ts'
import { arabic } from '../support/page/longest-texts.ts'
import { testWith } from '../support/page/site.ts'

const test = testWith([english, arabic])

const { path: home } = arabic
const [appointment] = formsIn(arabic)

const control = (carousel: Locator, icon: 'previous' | 'next') => carousel.locator(`[data-icon="${icon}"]`)
const card = (page: Page, at: number) => slidesOf(carousel(page)).nth(at)

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is not in the page`)
  return { left: box.x, right: box.x + box.width, top: box.y, width: box.width }
}

test('From right to left, the banner has its text at the right, its picture mirrored, its controls at the left', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await stopClock(page)
  await openHome(page, home)
  for (let slide = 0; slide < 3; slide++) {
    const text = await boxOf(shownIn(hero(page)).locator('p'))
    expect(text.left).toBeGreaterThan(640)
    expect(await mirrors(shownIn(hero(page)))).toBe(true)
    await control(hero(page), 'next').click()
  }
  // The text is mirrored back: its letters follow each other from right to left.
  expect(await lettersOf(shownIn(hero(page)).locator('p'))).toBe('from right to left')
  const [previous, next] = [await boxOf(control(hero(page), 'previous')), await boxOf(control(hero(page), 'next'))]
  expect(next.left).toBeLessThan(previous.left)
  expect(previous.right).toBeLessThan(320)
  const timer = hero(page).locator('[data-running]')
  const [origin, width] = await timer.evaluate((line: HTMLElement) => [
    Number.parseFloat(getComputedStyle(line, '::after').transformOrigin),
    line.offsetWidth,
  ])
  expect(width).toBeGreaterThan(50)
  expect(Math.round(Number(origin)), 'where the timer begins to grow').toBe(width)
})

const mirrors = (element: Locator) =>
  element.evaluate((slide) => new DOMMatrix(getComputedStyle(slide).transform).a === -1)

/** In which direction the first letters of a text follow each other. */
function lettersOf(element: Locator): Promise<'from left to right' | 'from right to left'> {
  return element.evaluate((parent) => {
    const [text] = parent.childNodes
    if (!(text instanceof Text)) throw new Error('There is no text')
    const leftOf = (at: number) => {
      const letter = document.createRange()
      letter.setStart(text, at)
      letter.setEnd(text, at + 1)
      return letter.getBoundingClientRect().left
    }
    return leftOf(0) < leftOf(4) ? 'from left to right' : 'from right to left'
  })
}

/** From right to left. */
const expectInView = (page: Page, ...cards: number[]) =>
  expect.poll(() => cardsInView(page)).toEqual(cards.toReversed())

test('From right to left, Next moves the cards to the right, Previous to the left, and both wrap', async ({ page }) => {
  await openHome(page, home)
  await expectInView(page, 0, 1, 2)
  const row = await boxOf(carousel(page).locator('[data-slides]'))
  expect((await boxOf(card(page, 0))).right).toBeCloseTo(row.right, 0)
  expect((await boxOf(card(page, 2))).left).toBeCloseTo(row.left, 0)
  const before = await boxOf(card(page, 1))
  await control(carousel(page), 'next').click()
  await expectInView(page, 1, 2, 3)
  await expect.poll(async () => (await boxOf(card(page, 1))).left - before.left).toBeCloseTo(before.width + 10, 0)
  await control(carousel(page), 'previous').click()
  await control(carousel(page), 'previous').click()
  await expectInView(page, 15, 0, 1)
  const gap = async () => (await boxOf(card(page, 15))).left - (await boxOf(card(page, 0))).right
  await expect.poll(gap, 'between the last card and the first').toBeCloseTo(10, 0)
  await carousel(page).locator('[data-dots] button').last().click()
  await control(carousel(page), 'next').click()
  await expectInView(page, 0, 1, 2)
  await drag(page, card(page, 1), 300)
  await expectInView(page, 1, 2, 3)
  const dots = carousel(page).locator('[data-dots] button')
  expect((await boxOf(dots.first())).left).toBeGreaterThan((await boxOf(dots.last())).left)
})

/** Drags an element so many px to the right by its picture. */
async function drag(page: Page, element: Locator, px: number) {
  await element.scrollIntoViewIfNeeded()
  const { left, top } = await boxOf(element)
  await page.mouse.move(left + 30, top + 30)
  await page.mouse.down()
  await page.mouse.move(left + 30 + px, top + 30, { steps: 5 })
  await page.mouse.up()
}

test('From right to left, arrows that mean forward point to the left', async ({ page }) => {
  await openHome(page, home)
  for (const part of [hero(page), carousel(page)]) {
    expect(await pointsTo(control(part, 'next'), '::before')).toBe('left')
    expect(await pointsTo(control(part, 'previous'), '::before')).toBe('right')
  }
  const link = card(page, 0).locator('a')
  expect(await pointsTo(link, '::after')).toBe('left')
  await link.hover()
  expect(await pointsTo(link, '::after')).toBe('left')
})

/** Where an arrow points that is drawn as two sides of a turned square: to the corner that they share. */
function pointsTo(element: Locator, pseudo: '::before' | '::after'): Promise<'left' | 'right'> {
  return element.evaluate((owner, which) => {
    const { transform, borderTopWidth, borderRightWidth } = getComputedStyle(owner, which)
    const matrix = new DOMMatrix(transform)
    const [x, y] = [Number.parseFloat(borderRightWidth) > 0 ? 1 : -1, Number.parseFloat(borderTopWidth) > 0 ? -1 : 1]
    return matrix.a * x + matrix.c * y < 0 ? 'left' : 'right'
  }, pseudo)
}

test('From right to left, the bar begins at the right, SEND is at its left end, and numbers are typed from left to right', async ({
  page,
}) => {
  await openHome(page, home)
  const fields = Object.keys(appointment.values).map((name) => field(bar(page), name))
  const lefts = (await Promise.all([...fields, bar(page).locator('[type="submit"]')].map(boxOf))).map(
    ({ left }) => left,
  )
  expect(lefts).toEqual(lefts.toSorted((one, other) => other - one))
  for (const name of ['phone', 'email']) {
    await expect(field(bar(page), name)).toHaveCSS('direction', 'ltr')
    await expect(field(bar(page), name)).toHaveCSS('text-align', 'end')
  }
  for (const name of ['time_slot', 'selected']) {
    const arrow = await field(bar(page), name).evaluate((select) => getComputedStyle(select).backgroundPositionX)
    expect(Number.parseFloat(arrow), `px from the left edge of ${name} to its arrow`).toBeLessThan(20)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const arrow = await bar(page)
    .locator('summary')
    .evaluate((summary) => getComputedStyle(summary, '::after').left)
  expect(Number.parseFloat(arrow), 'px from the left edge of the slim bar to its arrow').toBeLessThan(40)
})
