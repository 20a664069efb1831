import { expect, type Page } from '@playwright/test'
import { TIME_SLOTS } from '../../src/callback-request/time-slots.ts'
import { answerCalls } from '../support/page/calls.ts'
import { contact, emptied, field, fill, press, status, valuesIn } from '../support/page/forms.ts'
import { expectModal, hero, modal, openHome, shownIn, stopClock, triggerModal } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

/** The panel is what the heading and the form share within the dialog. */
const panel = (page: Page) =>
  modal(page)
    .locator('> *')
    .filter({ has: page.locator('form') })
const heading = (page: Page) => modal(page).getByRole('heading', { name: 'Get A Callback' })

/** A place on the background: above and to the left of the panel. */
const BACKGROUND = { x: 5, y: 5 }

test('The modal is a dialog that is named and headed Get A Callback', async ({ home: page }) => {
  await triggerModal(page)
  await expect(page.getByRole('dialog', { name: 'Get A Callback' })).toBeVisible()
  await expect(heading(page)).toBeVisible()
  await expect(modal(page)).toHaveJSProperty('tagName', 'DIALOG')
})

test('The modal asks for name, phone, email, callback time and message', async ({ home: page }) => {
  await triggerModal(page)
  await expect(modal(page).getByRole('textbox', { name: 'Name' })).toHaveAttribute('name', 'name')
  await expect(modal(page).getByRole('textbox', { name: 'Phone' })).toHaveAttribute('name', 'phone')
  await expect(modal(page).getByRole('textbox', { name: 'Email' })).toHaveAttribute('name', 'email')
  const slot = modal(page).getByRole('combobox', { name: 'Preferred callback time' })
  await expect(slot).toHaveAttribute('name', 'time_slot')
  await expect(slot).toHaveAccessibleDescription('Times are India Standard Time')
  await expect(slot.getByRole('option')).toHaveText([/./, ...TIME_SLOTS])
  await expect(modal(page).getByRole('textbox', { name: 'Message' })).toHaveAttribute('name', 'message')
  expect(Object.keys(await valuesIn(modal(page)))).toEqual(Object.keys(contact.values))
})

test('The modal has a SUBMIT button and a close button', async ({ home: page }) => {
  await triggerModal(page)
  await expect(modal(page).getByRole('button')).toHaveCount(2)
  await expect(modal(page).getByRole('button', { name: 'SUBMIT', exact: true })).toBeVisible()
  await expect(modal(page).getByRole('button', { name: 'Close', exact: true })).toBeVisible()
})

test('The modal has a status line below its fields', async ({ home: page }) => {
  await triggerModal(page)
  const lastField = await field(modal(page), 'message').boundingBox()
  const line = await status(modal(page)).boundingBox()
  expect(line?.y).toBeGreaterThan(Number(lastField?.y) + Number(lastField?.height))
})

test('The modal is closed at first, though its form is in the first HTML', async ({ home: page, request }) => {
  expect(await (await request.get('/')).text()).toMatch(
    /<dialog[^>]*id="contact"[\s\S]*name="message"[\s\S]*<\/dialog>/,
  )
  await expectModal(page, 'closed')
})

for (const [way, close] of [
  ['the close button', (page: Page) => modal(page).getByRole('button', { name: 'Close' }).click()],
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['a click on the background', (page: Page) => page.mouse.click(BACKGROUND.x, BACKGROUND.y)],
] as const) {
  test(`The modal is closed by ${way}, and what was typed stays`, async ({ page }) => {
    await openHome(page)
    await triggerModal(page)
    await fill(modal(page), contact.values)
    await close(page)
    await expectModal(page, 'closed')
    await triggerModal(page)
    expect(await valuesIn(modal(page))).toEqual(contact.values)
  })
}

test('A click inside the panel does not close the modal', async ({ home: page }) => {
  await triggerModal(page)
  await heading(page).click()
  await panel(page).click({ position: { x: 3, y: 3 } })
  await expectModal(page, 'open')
})

test('A press that began inside the panel and ends on the background does not close the modal', async ({ page }) => {
  await openHome(page)
  await triggerModal(page)
  for (const start of [field(modal(page), 'name'), heading(page)]) {
    await start.hover()
    await page.mouse.down()
    await page.mouse.move(BACKGROUND.x, BACKGROUND.y, { steps: 4 })
    await page.mouse.up()
    await expectModal(page, 'open')
  }
  await page.mouse.click(BACKGROUND.x, BACKGROUND.y)
  await expectModal(page, 'closed')
})

test('A click whose target is the dialog itself closes it, also when a script makes it', async ({ home: page }) => {
  await triggerModal(page)
  await modal(page).evaluate((dialog) => dialog.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  await expectModal(page, 'closed')
})

test('The modal fills the viewport and dims the page behind its panel', async ({ page }) => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await openHome(page)
    await triggerModal(page)
    await expect.poll(() => modal(page).boundingBox()).toEqual({ x: 0, y: 0, ...size })
    const alpha = await modal(page).evaluate((dialog) => {
      const colours = [getComputedStyle(dialog), getComputedStyle(dialog, '::backdrop')]
      return Math.max(...colours.map(({ backgroundColor }) => alphaOf(backgroundColor)))

      function alphaOf(colour: string): number {
        const parts = colour.match(/[\d.]+/g) ?? []
        return parts.length === 4 ? Number(parts[3]) : 1
      }
    })
    expect(alpha).toBeGreaterThan(0.2)
    expect(alpha).toBeLessThan(1)
  }
})

test('While the modal is open nothing behind it can be reached by keyboard', async ({ home: page }) => {
  await triggerModal(page)
  for (let presses = 0; presses < 15; presses++) {
    await page.keyboard.press('Tab')
    const reached = await page.evaluate(() => {
      const at = document.activeElement
      return at === document.body || document.querySelector('#contact')?.contains(at)
    })
    expect(reached).toBe(true)
  }
})

test('Focus comes back to the slide on show when the slide that opened the modal has left', async ({ page }) => {
  await stopClock(page)
  await openHome(page)
  await shownIn(hero(page)).getByRole('button', { name: 'Get a callback' }).focus()
  await page.keyboard.press('Enter')
  await expectModal(page, 'open')
  await page.clock.runFor(5000)
  await page.keyboard.press('Escape')
  await expect(shownIn(hero(page)).getByRole('heading')).toHaveText('Abdominoplasty')
  await expect(shownIn(hero(page)).getByRole('button', { name: 'Get a callback' })).toBeFocused()
})

test('Closing the modal gives focus back to the button that opened it', async ({ page }) => {
  await openHome(page)
  const opener = page.getByRole('banner').getByRole('button', { name: 'Get a callback' })
  await opener.click()
  await expectModal(page, 'open')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

for (const size of [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]) {
  test(`At ${size.width} x ${size.height} the modal can be filled in, sent and closed`, async ({ page }) => {
    await page.setViewportSize(size)
    const server = await answerCalls(page, contact, 500)
    await openHome(page)
    await triggerModal(page)
    await expect(modal(page).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
    for (const [name, value] of Object.entries(contact.values)) {
      const control = field(modal(page), name)
      await control.scrollIntoViewIfNeeded()
      await expect(control).toBeInViewport({ ratio: 1 })
      const box = await control.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect(Number(box?.x) + Number(box?.width)).toBeLessThanOrEqual(size.width)
      await fill(modal(page), { [name]: value })
    }
    await press(page, contact)
    await expect(status(modal(page))).toHaveText('Please fill the form correctly.')
    expect(server.calls).toHaveLength(1)
    expect(await modal(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0)
    await modal(page).getByRole('button', { name: 'Close' }).click()
    await expectModal(page, 'closed')
  })
}

test('Back from the thank-you page shows a closed, empty modal', async ({ page }) => {
  await answerCalls(page, contact)
  await contact.arrive(page)
  await fill(modal(page), contact.values)
  await press(page, contact)
  await page.waitForURL('/thank-you')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expectModal(page, 'closed')
  expect(await valuesIn(modal(page))).toEqual(emptied(contact.values))
  await triggerModal(page)
  await expect(field(modal(page), 'name')).toBeVisible()
})
