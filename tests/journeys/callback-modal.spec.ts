import { expect, type Page } from '@playwright/test'
import { TIME_SLOTS } from '../../src/callback-request/time-slots.ts'
import { contact, field, status, valuesIn } from '../support/page/forms.ts'
import { expectModal, modal, openHome, triggerModal } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

/** The panel is what the heading and the form share within the dialog. */
const panel = (page: Page) =>
  modal(page)
    .locator('> *')
    .filter({ has: page.locator('form[action]') })
const heading = (page: Page) => modal(page).getByRole('heading', { name: 'Get A Callback' })

/** A place on the background: above and to the left of the panel. */
const BACKGROUND = { x: 5, y: 5 }

test('The modal is a dialog headed Get A Callback, with five fields, a status line, SUBMIT and Close', async ({
  home: page,
}) => {
  await triggerModal(page)
  await expect(page.getByRole('dialog', { name: 'Get A Callback' })).toBeVisible()
  await expect(heading(page)).toBeVisible()
  await expect(page.locator('dialog#contact:modal'), 'what keeps the rest from screen readers').toHaveCount(1)
  for (const [label, name] of [
    ['Name', 'name'],
    ['Phone', 'phone'],
    ['Email', 'email'],
    ['Message', 'message'],
  ] as const)
    await expect(modal(page).getByRole('textbox', { name: label })).toHaveAttribute('name', name)
  const slot = modal(page).getByRole('combobox', { name: 'Preferred callback time' })
  await expect(slot).toHaveAttribute('name', 'time_slot')
  await expect(slot).toHaveAccessibleDescription('Times are India Standard Time')
  await expect(slot.getByRole('option')).toHaveText([/./, ...TIME_SLOTS])
  await expect(field(modal(page), 'message')).toHaveCSS('text-wrap', 'wrap') // no word jumps while somebody types
  expect(Object.keys(await valuesIn(modal(page)))).toEqual(Object.keys(contact.values))
  await expect(modal(page).getByRole('button')).toHaveCount(2)
  await expect(modal(page).getByRole('button', { name: 'SUBMIT', exact: true })).toBeVisible()
  await expect(modal(page).getByRole('button', { name: 'Close', exact: true })).toBeVisible()
  const lastField = await field(modal(page), 'message').boundingBox()
  const line = await status(modal(page)).boundingBox()
  expect(line?.y, 'below the fields').toBeGreaterThan(Number(lastField?.y) + Number(lastField?.height))
})

test('The modal closes by a click on the background, not by one in its panel nor by a press that began there', async ({
  home: page,
}) => {
  await page.mouse.click(BACKGROUND.x, BACKGROUND.y)
  await triggerModal(page)
  await heading(page).click()
  await panel(page).click({ position: { x: 3, y: 3 } })
  await expectModal(page, 'open')
  for (const start of [field(modal(page), 'name'), heading(page)]) {
    await start.hover()
    await page.mouse.down()
    await page.mouse.move(BACKGROUND.x, BACKGROUND.y, { steps: 4 })
    await page.mouse.up()
    await expectModal(page, 'open')
  }
  await page.mouse.click(BACKGROUND.x, BACKGROUND.y)
  await expectModal(page, 'closed')
  // Also by a script's, after a press elsewhere.
  await triggerModal(page)
  await heading(page).click()
  await modal(page).evaluate((dialog) => dialog.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  await expectModal(page, 'closed')
})

test('The modal fills the viewport and dims the page behind its panel', async ({ home: page }) => {
  await triggerModal(page)
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(() => modal(page).boundingBox()).toEqual({ x: 0, y: 0, ...size })
    const colour = await modal(page).evaluate((dialog) => getComputedStyle(dialog).backgroundColor)
    const alpha = Number(/, ([\d.]+)\)$/.exec(colour)?.[1])
    expect(alpha).toBeGreaterThan(0.2)
    expect(alpha).toBeLessThan(1)
  }
})

test('Keys open the modal; focus and scroll position come back when it closes', async ({ page }) => {
  await openHome(page)
  const opener = page.getByRole('banner').getByRole('button', { name: 'Get a callback' })
  await page.evaluate(() => scrollTo(0, 30))
  await opener.focus()
  const before = await page.evaluate(() => scrollY)
  for (const key of ['Space', 'Enter']) {
    await page.keyboard.press(key)
    await expectModal(page, 'open')
    await expect(heading(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expectModal(page, 'closed')
    await expect(opener).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(before)
  }
})

test('While the modal is open the page keeps its place, and what other scripts had set on it comes back', async ({
  page,
}) => {
  await openHome(page)
  const styles = () =>
    page.evaluate(() => [document.documentElement, document.body].map((one) => one.getAttribute('style')))
  await page.evaluate(() => {
    document.documentElement.style.overflow = 'clip'
    document.body.style.padding = '7px'
  })
  const before = await styles()
  const { x } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? {}
  await triggerModal(page)
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
  expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.x).toBe(x)
  await page.keyboard.press('Escape')
  await expectModal(page, 'closed')
  await expect.poll(styles).toEqual(before)
})

test('In a browser that cannot show dialogs, the links and the address of the modal show its form in the page', async ({
  page,
}) => {
  await page.addInitScript(() => {
    delete (HTMLDialogElement.prototype as Partial<HTMLDialogElement>).showModal
  })
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Get a callback' }).click()
  await expect(field(modal(page), 'name')).toBeInViewport()
  await page.goto('/thank-you')
  await page.goto('/#contact')
  await expect(modal(page).getByRole('button', { name: 'SUBMIT' })).toBeVisible()
  await expect(page.locator('[data-slides]').first()).toBeVisible()
})
