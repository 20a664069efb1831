import { expect, type Locator, type Page } from '@playwright/test'
import { arabic } from '../support/arabic.ts'
import { inArabic as test } from '../support/page/directions.ts'
import { field, fill, formsIn, press, status } from '../support/page/forms.ts'
import { bar, cardsInView, carousel, hero, openHome, shownIn, slidesOf, stopClock } from '../support/page/home-page.ts'
import { storedFor } from '../support/page/running-site.ts'
import { statesIn, statesWithoutScriptIn } from '../support/page/states.ts'

const WIDTHS = [320, 390, 768, 1280, 1920]

/** No language that runs from right to left is shipped: `npm run soak` proves the rest. */
const SOAK = { tag: '@soak' }

const { department, path: home } = arabic
const [appointment, contact] = formsIn(arabic)
const FORMS = [appointment, contact]

const submitButton = (form: Locator) => form.locator('[type="submit"]')
const control = (carousel: Locator, icon: 'previous' | 'next') => carousel.locator(`[data-icon="${icon}"]`)
const card = (page: Page, at: number) => slidesOf(carousel(page)).nth(at)

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is not in the page`)
  return { left: box.x, right: box.x + box.width, top: box.y, width: box.width }
}

for (const [states, javaScriptEnabled] of [
  [statesIn(arabic), true],
  [statesWithoutScriptIn(arabic), false],
] as const) {
  test.describe(javaScriptEnabled ? 'With script' : 'Without script', SOAK, () => {
    test.use({ javaScriptEnabled, viewport: { width: 320, height: 844 } })

    for (const [state, arrive] of Object.entries(states)) {
      test(`From right to left, nothing is wider than the window, and numbers are in order: ${state}`, async ({
        page,
        site,
      }) => {
        await arrive(page, site)
        await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 })
          expect.soft(await overflowing(page), `at ${width} px`).toEqual([])
          expect.soft(await outOfOrder(page), `at ${width} px`).toEqual([])
        }
      })
    }
  })
}

/** What is partly outside of the window, to the left or to the right, and how far the page scrolls sideways. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll('body *')].filter(
      (element) => element.checkVisibility() && !element.closest('#carousel-demo [data-slides] > *'),
    )
    const outside = elements.flatMap((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < -0.5 || right > innerWidth + 0.5 ? [`${element.outerHTML.slice(0, 80)}: ${left} to ${right}`] : []
    })
    const sideways = document.documentElement.scrollWidth - innerWidth
    return sideways > 0 ? [...outside, `scrolls by ${sideways} px`] : outside
  })
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
  const dots = carousel(page).locator('[data-dots] button')
  expect((await boxOf(dots.first())).left).toBeGreaterThan((await boxOf(dots.last())).left)
})

test('From right to left, arrows that mean forward point to the left', SOAK, async ({ page }) => {
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

test('From right to left, the bar begins at the right, and SEND is at its left end', async ({ page }) => {
  await openHome(page, home)
  const fields = Object.keys(appointment.values).map((name) => field(bar(page), name))
  const lefts = (await Promise.all([...fields, submitButton(bar(page))].map(boxOf))).map(({ left }) => left)
  expect(lefts).toEqual(lefts.toSorted((one, other) => other - one))
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

/** What is read from left to right. The number that we call from is the department's. */
const FACTS = {
  telephone: department.telephone.shown,
  emergencyTelephone: department.emergencyTelephone,
  email: department.email,
  privacyEmail: department.privacyEmail,
  version: department.noticeVersion,
  address: department.address,
}

/** The facts of the page, of which each has some, whose letters do not follow each other from left to right on a line. */
function outOfOrder(page: Page): Promise<string[]> {
  return page.evaluate((facts) => {
    const found: { name: string; isInOrder: boolean }[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (!text.parentElement?.checkVisibility()) continue
      for (const [name, fact] of Object.entries(facts)) {
        const start = text.data.indexOf(fact)
        if (start < 0) continue
        const letters = Array.from(fact, (_, at) => {
          const letter = document.createRange()
          letter.setStart(text, start + at)
          letter.setEnd(text, start + at + 1)
          return letter.getBoundingClientRect()
        })
        const lines = Map.groupBy(letters, ({ top }) => Math.round(top))
        const isInOrder = [...lines.values()].every((line) =>
          line.every(({ left }, at) => left >= (line[at - 1]?.left ?? left)),
        )
        found.push({ name, isInOrder })
      }
    }
    if (found.length === 0) return ['there is none']
    return found.filter(({ isInOrder }) => !isInOrder).map(({ name }) => name)
  }, FACTS)
}

for (const form of FORMS) {
  test(`From right to left, the ${form.name} has numbers from left to right, is sent and stored once`, async ({
    page,
    site,
  }) => {
    const email = `arabic.${form.path.slice(5)}@people.example`
    await form.arrive(page)
    for (const name of ['phone', 'email']) await expect(field(form.in(page), name)).toHaveCSS('direction', 'ltr')
    await fill(form.in(page), { ...form.values, email })
    await press(page, form)
    if (form === contact) await page.waitForURL(arabic.forms.thankYouPath)
    else await expect(status(bar(page)).and(page.locator('[data-tone="ok"]'))).toBeVisible()
    expect(await storedFor(email, site)).toHaveLength(1)
  })
}
