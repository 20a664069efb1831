import { expect, type Locator, type Page } from '@playwright/test'
import { answerCalls } from '../support/page/calls.ts'
import { appointment, FORMS, field, fill, status } from '../support/page/forms.ts'
import {
  bar,
  carousel,
  hero,
  hydrated,
  modal,
  openHome,
  settle,
  shownIn,
  slidesOf,
  triggerModal,
} from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

test.use({ hasTouch: true, isMobile: true })

test('The fields of an open bar stay in sight when the phone is turned', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHome(page)
  await bar(page).locator('summary').tap()
  await field(bar(page), 'email').fill('asha.rao@people.example')
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(field(bar(page), 'email')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  // The page learns of a turn with the next frame: two turns within one would be none.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await field(bar(page), 'email').blur()
  await page.evaluate(() => scrollTo(0, 0))
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(field(bar(page), 'fullname')).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => scrollTo(0, 0))
  await triggerModal(page)
  await page.setViewportSize({ width: 844, height: 390 })
  await settle(page)
  expect(await page.evaluate(() => scrollY), 'the page behind the modal stays').toBe(0)
})

/** Windows, and the heights that keyboards leave of them: about 45 % of a screen is keyboard. */
const KEYBOARDS = [
  { width: 390, height: 844, left: 430 },
  { width: 320, height: 568, left: 312 },
  { width: 1024, height: 768, left: 420 },
]

for (const { width, height, left } of KEYBOARDS) {
  test(`A keyboard that leaves ${left} of ${width}×${height} moves neither the page nor the field out of sight, and both forms are sent`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await openHome(page)
    await page.evaluate(() => scrollTo(0, 700))
    const summary = bar(page).locator('summary')
    if (await summary.isVisible()) await summary.tap()
    const place = async () => Math.round((await page.locator('#how-heading').boundingBox())?.y ?? 0)
    const before = await place()
    for (const form of FORMS) {
      const { calls } = await answerCalls(page, form, 500)
      if (form !== appointment) await triggerModal(page)
      for (const name of Object.keys(form.values)) {
        const control = field(form.in(page), name)
        await control.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
        await page.setViewportSize({ width, height: left })
        await expectReachable(page, control)
        await expect(control, name).toBeFocused()
        const label = form.in(page).locator(`label[for="${await control.getAttribute('id')}"]`)
        await expect(label, name).toBeInViewport({ ratio: 1 })
        expect(await place(), `${name}, the page`).toBe(before)
        if (form === appointment) {
          const foot = await bar(page).evaluate((element) => innerHeight - element.getBoundingClientRect().bottom)
          expect(foot, 'px below the bar').toBeCloseTo(0, 0)
        }
        await page.setViewportSize({ width, height })
        await expect(control, name).toBeFocused()
      }
      await fill(form.in(page), form.values)
      await page.setViewportSize({ width, height: left })
      const button = form.in(page).getByRole('button', { name: form.button })
      await button.scrollIntoViewIfNeeded()
      await expectReachable(page, button)
      await page.setViewportSize({ width, height })
      await button.tap()
      await expect(status(form.in(page))).toHaveText('Please fill the form correctly.')
      await expect(status(form.in(page))).toBeInViewport()
      expect(calls).toHaveLength(1)
    }
    expect(await modal(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0)
    // Without a field that has the focus, the bar of a low window is at the page's end.
    await modal(page).getByRole('button', { name: 'Close' }).tap()
    await bar(page).evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.setViewportSize({ width, height: left })
    await expect(bar(page)).toHaveCSS('position', 'static')
    await triggerModal(page)
    await expect(modal(page).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  })
}

/** In sight as a whole, and nothing lies on it. */
async function expectReachable(page: Page, control: Locator) {
  await expect(control).toBeInViewport({ ratio: 0.95 })
  const covered = await control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(covered, `${await control.getAttribute('name')} is covered`).toBe(false)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test('A swipe moves the banner and the procedures, both ways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHome(page)
  const banner = shownIn(hero(page)).getByRole('heading')
  await swipe(page, hero(page), 'left')
  await expect(banner).toHaveText('Abdominoplasty')
  await swipe(page, hero(page), 'right')
  await expect(banner).toHaveText('Breast augmentation')
  await swipe(page, hero(page), 'right')
  await expect(banner).toHaveText('Rhinoplasty')
  const { x = 0, y = 0, width = 0 } = (await banner.boundingBox()) ?? {}
  await page.mouse.move(x + width - 5, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + 5, y + 10, { steps: 5 })
  await page.mouse.up()
  await settle(page)
  await expect(banner, 'a mouse selects its text').toHaveText('Rhinoplasty')

  await carousel(page).evaluate((element) => element.scrollIntoView())
  const card = shownIn(carousel(page))
  await swipe(page, slidesOf(carousel(page)).first(), 'left')
  await expect(card.getByRole('heading')).toHaveText('Blepharoplasty')
  await swipe(page, card, 'right')
  await expect(card.getByRole('heading')).toHaveText('Abdominoplasty')
})

test('A second finger, or a browser that takes the finger over, ends a drag, and the next tap works', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHome(page)
  await carousel(page).evaluate((section) => section.scrollIntoView())
  const card = shownIn(carousel(page))
  const dragged = carousel(page).locator('[data-dragged]')
  const { x = 0, y = 0 } = (await card.boundingBox()) ?? {}
  const [first, second] = [
    { x: x + 200, y: y + 60, id: 1 },
    { x: x + 60, y: y + 60, id: 2 },
  ]
  const touch = await touchOf(page)
  for (const end of ['touchStart', 'touchCancel'] as const) {
    await touch('touchStart', first)
    for (const px of [10, 20, 30]) await touch('touchMove', { ...first, x: first.x - px })
    await expect(dragged).toHaveCount(1)
    if (end === 'touchStart') await touch('touchStart', { ...first, x: first.x - 30 }, second)
    else await touch('touchCancel')
    await expect(dragged, end).toHaveCount(0)
    if (end === 'touchStart') await touch('touchEnd')
    await card.getByRole('button').tap()
    await expect(field(bar(page), 'selected'), end).toHaveValue('Abdominoplasty')
    await field(bar(page), 'selected').selectOption('')
    await bar(page).locator('summary').tap()
  }
})

test('In a zoomed page a sideways finger over banner and cards moves the page, and drags nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHome(page)
  const zoom = await page.context().newCDPSession(page)
  for (const [part, heading] of [
    [hero(page), 'Breast augmentation'],
    [carousel(page), 'Abdominoplasty'],
  ] as const) {
    await part.evaluate((section) => section.scrollIntoView())
    await zoom.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 })
    await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(2)
    await settle(page)
    const left = () => page.evaluate(() => visualViewport?.offsetLeft)
    const before = Number(await left())
    const slides = part.locator('[data-slides]')
    const { top = 0, height = 0 } = await slides.evaluate((element) => element.getBoundingClientRect().toJSON())
    await swipeAt(page, { y: 2 * (top + height / 4), from: 300, to: 100 })
    await expect.poll(left, 'the part of the page in the window').toBeGreaterThan(before + 50)
    await zoom.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 })
    await expect(shownIn(part).getByRole('heading')).toHaveText(heading)
  }
  await swipe(page, slidesOf(carousel(page)).first(), 'left')
  await expect(shownIn(carousel(page)).getByRole('heading'), 'once it is not zoomed').toHaveText('Blepharoplasty')
})

/** A finger that goes sideways over an element, as the browser reports it. */
async function swipe(page: Page, over: Locator, direction: 'left' | 'right') {
  const box = await over.boundingBox()
  if (!box) throw new Error('Nothing to swipe over')
  const ends = [box.x + box.width * 0.8, box.x + 20] as const
  const [from, to] = direction === 'left' ? ends : ([ends[1], ends[0]] as const)
  await swipeAt(page, { y: box.y + box.height / 3, from, to })
}

async function swipeAt(page: Page, { y, from, to }: { y: number; from: number; to: number }) {
  const touch = await touchOf(page)
  await touch('touchStart', { x: from, y })
  for (let step = 1; step <= 8; step++) await touch('touchMove', { x: from + ((to - from) * step) / 8, y })
  await touch('touchEnd')
}

/** Reports fingers as the browser does. */
async function touchOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (
    type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
    ...touchPoints: { x: number; y: number; id?: number }[]
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
}

test('Every control is at least 44 px high and wide to the touch, and the dots at least 24 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHome(page)
  await hydrated(page)
  await bar(page).locator('summary').tap()
  const small = await page.evaluate(() => {
    const controls = [...document.querySelectorAll('button, input, select, summary, header a')]
    return controls
      .filter((control) => control.checkVisibility() && !control.closest('dialog'))
      .map((control) => ({
        name: control.getAttribute('aria-label') ?? control.id,
        ...control.getBoundingClientRect().toJSON(),
      }))
      .filter(({ name, width, height }) => Math.min(width, height) < (/^Go to procedure/.test(name) ? 24 : 44))
  })
  expect(small).toEqual([])
})
