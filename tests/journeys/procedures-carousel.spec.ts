import { expect, type Page } from '@playwright/test'
import { SERVICES } from '../../src/callback-request/services.ts'
import { field } from '../support/page/forms.ts'
import {
  bar,
  cardsInView,
  carousel,
  expectModal,
  openHome,
  settle,
  shownIn,
  slidesOf,
  stopClock,
} from '../support/page/home-page.ts'
import { otherTest, test, WITH_MOTION } from '../support/page/site.ts'

test.use(WITH_MOTION)

const PROCEDURES = SERVICES.filter((service) => service !== 'Other')
const card = (page: Page, at: number) => slidesOf(carousel(page)).nth(at)
const press = (page: Page, name: string) => carousel(page).getByRole('button', { name, exact: true }).click()

async function expectInView(page: Page, ...cards: number[]) {
  await expect.poll(() => cardsInView(page)).toEqual(cards)
}

async function expectDot(page: Page, number: number) {
  await expect(carousel(page).locator('[aria-current]')).toHaveAccessibleName(`Go to procedure ${number} of 16`)
}

test('The carousel shows one, two or three of its slides, 10 px apart', async ({ page }) => {
  await stopClock(page)
  await openHome(page)
  for (const [width, count] of [
    [390, 1],
    [640, 1],
    [767, 1],
    [768, 2],
    [1023, 2],
    [1024, 3],
    [1920, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expectInView(page, ...[0, 1, 2].slice(0, count))
    await expect(shownIn(carousel(page)), 'cards that can be used').toHaveCount(count)
    const boxes = await slidesOf(carousel(page)).evaluateAll((slides) =>
      slides.map((slide) => slide.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
    )
    for (const [at, { right }] of boxes.slice(0, 5).entries()) {
      expect(Number(boxes[at + 1]?.left) - right, `after card ${at + 1}`).toBeCloseTo(10, 1)
    }
    // The slides in view and the spacing between them fill the width there is for them.
    const room = await card(page, 0).evaluate((slide) => slide.parentElement?.getBoundingClientRect().width)
    expect(Number(boxes[count - 1]?.right) - Number(boxes[0]?.left)).toBeCloseTo(Number(room), 0)
    // Each card is rounded to whole pixels, by half a pixel at most.
    const edge = await carousel(page).evaluate(
      (section) => section.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(section).paddingRight),
    )
    const beside = Math.abs(Number(boxes[count - 1]?.right) - edge)
    expect(beside, `px from the page's column at ${width} px`).toBeLessThanOrEqual(count / 2)
  }
})

test('The carousel can be swiped, and goes on 3000 ms after it', async ({ page }) => {
  await stopClock(page)
  await openHome(page)
  await card(page, 0).scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0 } = (await card(page, 0).boundingBox()) ?? {}
  const drag = async (from: number, to: number) => {
    await page.mouse.move(x + from, y + 30)
    await page.mouse.down()
    await page.mouse.move(x + to, y + 30, { steps: 5 })
    await page.mouse.up()
  }
  await drag(width - 30, 30)
  await expectDot(page, 2)
  await page.clock.runFor(2999)
  await settle(page)
  await expectDot(page, 2)
  await page.clock.runFor(1)
  await expectDot(page, 3)
  await page.clock.runFor(1500) // the track glides there
  await expectInView(page, 2, 3, 4)
  // As many cards as it was dragged over.
  await drag(30, 2 * width)
  await expectDot(page, 1)
})

test('Sixteen dots, one for each named procedure, go there; cards out of view are inert, the next one has its picture', async ({
  page,
}) => {
  await stopClock(page)
  await openHome(page)
  const dots = carousel(page).getByRole('button', { name: /^Go to procedure/ })
  await expect(dots).toHaveCount(16)
  await expect(slidesOf(carousel(page)).getByRole('heading', { includeHidden: true })).toHaveText(PROCEDURES)
  for (const number of [16, 8, 3, 1]) {
    await dots.nth(number - 1).click()
    await expectDot(page, number)
    const inert = await slidesOf(carousel(page)).evaluateAll((slides) =>
      slides.map((slide) => slide.matches('[inert]')),
    )
    const usable = [number - 1, number % 16, (number + 1) % 16]
    expect(inert).toEqual(inert.map((_, at) => !usable.includes(at)))
    const picture = card(page, (number + 2) % 16).locator('img')
    const isLoaded = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
    await expect.poll(isLoaded, `the picture after those at ${number}`).toBe(true)
  }
})

test('The carousel wraps both ways, and its cards are 10 px apart there too', async ({ page }) => {
  await stopClock(page)
  await openHome(page)
  await press(page, 'Previous procedures')
  await expectDot(page, 16)
  await expectInView(page, 15, 0, 1)
  const gap = async () => {
    const [last, first] = [await card(page, 15).boundingBox(), await card(page, 0).boundingBox()]
    return Number(first?.x) - Number(last?.x) - Number(last?.width)
  }
  await expect.poll(gap).toBeCloseTo(10, 0)
  await press(page, 'Previous procedures')
  await expectInView(page, 14, 15, 0)
  await press(page, 'Go to procedure 16 of 16')
  await expectInView(page, 15, 0, 1)
  await press(page, 'Next procedures')
  await expectDot(page, 1)
  await expectInView(page, 0, 1, 2)
})

test('A card that is being pressed stays until it is released, and then leads to the form without scrolling', async ({
  page,
}) => {
  await stopClock(page)
  await openHome(page)
  const link = card(page, 0).getByRole('button')
  await carousel(page).evaluate((section) => section.scrollIntoView())
  await link.hover()
  const before = await page.evaluate(() => scrollY)
  await page.mouse.down()
  await page.clock.runFor(10_000)
  await settle(page)
  await expectDot(page, 1)
  await page.mouse.up()
  await expect(field(bar(page), 'selected')).toHaveValue('Abdominoplasty')
  await expect(field(bar(page), 'fullname')).toBeFocused()
  await page.clock.runFor(2999)
  await settle(page)
  await expectDot(page, 1)
  await page.clock.runFor(1)
  await expectDot(page, 2)
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

test('The whole card is the target of its link', async ({ home: page }) => {
  const card = shownIn(carousel(page)).first()
  await card.click({ position: { x: 20, y: 20 } })
  await expect(field(bar(page), 'selected')).toHaveValue(String(PROCEDURES[0]))
})

const releaseUnseen = async (page: Page, x: number) => {
  await page.evaluate(() =>
    addEventListener('pointerup', (event) => event.stopPropagation(), { capture: true, once: true }),
  )
  await page.mouse.move(x, 20, { steps: 4 })
  await page.mouse.up()
  await page.mouse.move(x + 20, 20)
}

/** How a press on a card, or a drag by so many px, can end elsewhere, or where the page does not see it. */
const ENDS: { end: string; px: number; run: (page: Page, x: number) => Promise<unknown> }[] = [
  {
    end: 'a drag that is released over another element',
    px: 30,
    run: async (page, x) => {
      await page.mouse.move(x, 20, { steps: 4 })
      await page.mouse.up()
    },
  },
  {
    end: 'a drag that is released above the window, while the modal opens',
    px: 30,
    run: async (page, x) => {
      await page.mouse.move(x, -10, { steps: 4 })
      await page.mouse.up()
      await expectModal(page, 'open')
      await page.mouse.move(x, 20)
      await page.keyboard.press('Escape')
      await expectModal(page, 'closed')
      await expect(carousel(page).locator(':focus')).toHaveCount(1)
      // The focus is back on the card that was pressed, and shown after a key: that alone would pause.
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    },
  },
  { end: 'a press that is released unseen, with the mouse back above the cards', px: 0, run: releaseUnseen },
  { end: 'a drag that is released unseen, with the mouse back above the cards', px: 30, run: releaseUnseen },
  {
    end: "a drag whose end the browser's menu keeps",
    px: 30,
    run: async (page) => {
      await page.mouse.down({ button: 'right' })
      await page.mouse.up({ button: 'right' })
    },
  },
  {
    end: 'a drag that is released while another button is pressed',
    px: 30,
    run: async (page, x) => {
      await page.evaluate(() =>
        addEventListener('contextmenu', (event) => event.stopPropagation(), { capture: true, once: true }),
      )
      await page.mouse.down({ button: 'right' })
      await page.mouse.up()
      await page.mouse.move(x, 20)
    },
  },
  {
    end: 'a drag whose end another window keeps',
    px: 30,
    run: (page) => page.evaluate(() => window.dispatchEvent(new Event('blur'))),
  },
]

test('A press that ends elsewhere or unseen lets the cards go: autoplay goes on, no mouse moves them, and the next click works', async ({
  page,
}) => {
  await stopClock(page)
  await openHome(page)
  const shown = shownIn(carousel(page)).first()
  const dragged = carousel(page).locator('[data-dragged]')
  const track = carousel(page).locator('[data-slides] > div')
  for (const [at, { end, px, run }] of ENDS.entries()) {
    await carousel(page).evaluate((section) => section.scrollIntoView())
    const { x = 0, y = 0 } = (await shown.boundingBox()) ?? {}
    await page.mouse.move(x + 200, y + 60)
    await page.mouse.down()
    await page.mouse.move(x + 200 - px, y + 60, { steps: 3 })
    await expect(dragged).toHaveCount(px ? 1 : 0)
    await run(page, x + 200 - px)
    await settle(page)
    await expect.soft(dragged, end).toHaveCount(0)
    await page.clock.runFor(3000)
    await expectDot(page, at + 2)
    await page.mouse.up()
    await page.mouse.up({ button: 'right' })
    await page.clock.runFor(1000) // the track glides
    const before = await track.getAttribute('style')
    await page.mouse.move(x + 200, y + 60)
    await page.mouse.move(x + 300, y + 60, { steps: 3 })
    expect(await track.getAttribute('style'), `after ${end}, the mouse without a button`).toBe(before)
    await shown.getByRole('button').click()
    await expect(field(bar(page), 'selected'), `after ${end}`).toHaveValue(String(PROCEDURES[at + 1]))
  }
})

otherTest('Two cards that are both in view stay in their order, and cannot be moved', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await openHome(page)
  await press(page, 'Next procedures')
  await expectInView(page, 1)

  await page.setViewportSize({ width: 1280, height: 800 })
  await expectInView(page, 0, 1)
  await expect(carousel(page).getByRole('button', { name: 'Next procedures' })).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 800 })
  await expectInView(page, 1)
})
