import { expect, type Page } from '@playwright/test'
import { english } from '../support/content.ts'
import { type Answer, answerCalls } from '../support/page/calls.ts'
import {
  appointment,
  contact,
  emptied,
  FORMS,
  field,
  fill,
  messagesIn,
  press,
  status,
  valuesIn,
} from '../support/page/forms.ts'
import { expectModal, settle, stopClock } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const { telephone } = english.department
const PENDING = 'Sending...'
const OK = 'Thanks for your submission!'
const ERROR = 'Please fill the form correctly.'

for (const form of FORMS) {
  /** Where the fields and buttons are, in px. */
  const places = (page: Page) =>
    form
      .in(page)
      .locator('input, select, button')
      .evaluateAll((controls) =>
        controls
          .map((control) => control.getBoundingClientRect())
          .map(({ left, right, top, bottom }) => [left, right, top, bottom].map(Math.round)),
      )

  test(`While the ${form.name} is PENDING it shows Sending... and a busy button, sends nothing more, and fails after exactly 15 s`, async ({
    page,
  }) => {
    const server = await answerCalls(page, form, 'silence')
    await page.emulateMedia({ reducedMotion: 'no-preference' }) // its spinner turns
    await stopClock(page)
    await form.arrive(page)
    await fill(form.in(page), form.values)
    const button = form.in(page).getByRole('button', { name: form.button, exact: true })
    await expect(button).not.toHaveAttribute('aria-busy', 'true')
    const before = await places(page)
    await button.press('Enter')
    expect(await status(form.in(page)).textContent()).toBe(PENDING)
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(button).toHaveText(form.button)
    await expect(button).toBeEnabled({ enabled: form === appointment })
    const turning = button.evaluate((element) => element.getAnimations({ subtree: true }).length)
    expect(await turning, 'animations of the button').toBeGreaterThan(0)
    expect(await places(page), 'nothing beside the button moves').toEqual(before)

    await expect.poll(() => server.calls.length).toBe(1)
    await button.evaluate((element: HTMLButtonElement) => element.click())
    await field(form.in(page), 'phone').press('Enter')
    await page.clock.runFor(14_999)
    await settle(page)
    await expect(status(form.in(page))).toHaveText(PENDING)
    await page.clock.runFor(1)
    await expect(status(form.in(page))).toHaveText(ERROR)
    expect(await valuesIn(form.in(page))).toEqual(form.values)
    await expect(field(form.in(page), 'phone')).toBeFocused()

    await field(form.in(page), 'email').fill('')
    await settle(page)
    await expect(status(form.in(page)), 'until the next press').toHaveText(ERROR)
    await fill(form.in(page), form.values)
    await button.press('Enter')
    await expect(status(form.in(page))).toHaveText(PENDING)
    await expect.poll(() => server.calls.length).toBe(2)
    await server.answerNow(500)
    await expect(button).toBeFocused()
  })

  // Both forms send by the same code.
  const failures: Answer[] = form === appointment ? ['broken connection', 307, 404, 500] : [303, 422]
  test(`Any failure brings the ${form.name} to ERROR, is logged, keeps its values, and a paragraph says whom to call`, async ({
    page,
  }) => {
    const server = await answerCalls(page, form)
    await form.arrive(page)
    const paragraph = status(form.in(page)).locator('+ div > p:first-child')
    await press(page, form)
    await expect(status(form.in(page))).toHaveText(ERROR)
    await expect(paragraph, 'after a mistake').toHaveCount(0)
    await fill(form.in(page), form.values)
    for (const answer of failures) {
      server.answer = answer
      const logged = page.waitForEvent('console', (line) => line.type() === 'error' && line.args().length > 0)
      await press(page, form)
      const [first] = (await logged).args()
      expect(await first?.evaluate((value) => value instanceof Error), 'an error object is logged').toBe(true)
      await expect(status(form.in(page)), String(answer)).toHaveText(ERROR)
      expect(await valuesIn(form.in(page))).toEqual(form.values)
      expect(await messagesIn(form.in(page))).toEqual({})
      await expect(form.in(page).getByRole('button', { name: form.button })).toBeEnabled()
      await expect(form.in(page).locator('[aria-busy]')).toHaveCount(0)
    }
    expect(server.calls).toHaveLength(failures.length)
    await expect(page).toHaveURL('/')
    await expect(paragraph).toHaveText(
      `If your details are right, we may not have received them. Call us on ${telephone.shown}.`,
    )
    await expect(paragraph.getByRole('link')).toHaveAttribute('href', `tel:${telephone.dialled}`)
    await expect(paragraph.locator('xpath=ancestor::*[@aria-live="polite"]'), 'is announced').toHaveCount(1)
    await expect(status(form.in(page)).locator('xpath=ancestor::*[@aria-live]'), 'announces itself').toHaveCount(0)
    server.answer = 'silence'
    await press(page, form)
    await expect(paragraph).toHaveCount(0)
  })
}

test('An empty answer of 2xx is OK: all fields of the appointment form are cleared, and its validation is reset', async ({
  page,
}) => {
  const server = await answerCalls(page, appointment)
  await appointment.arrive(page)
  await press(page, appointment) // with mistakes first: messages follow what is typed from here on
  await expect(status(appointment.in(page))).toHaveText(ERROR)
  for (const answer of [200, 204, 299]) {
    server.answer = answer
    await fill(appointment.in(page), appointment.values)
    await press(page, appointment)
    await expect(status(appointment.in(page))).toHaveText(OK)
    expect(await status(appointment.in(page)).textContent()).toBe(OK)
    expect(await valuesIn(appointment.in(page))).toEqual(emptied(appointment.values))
    expect(await messagesIn(appointment.in(page))).toEqual({})
    await field(appointment.in(page), 'fullname').pressSequentially('As')
    await field(appointment.in(page), 'fullname').fill('')
    await settle(page)
    expect(await messagesIn(appointment.in(page)), 'no message before the next press').toEqual({})
    await expect(status(appointment.in(page))).toHaveText(OK)
  }
  expect(server.calls).toHaveLength(3)
})

test('Success clears the modal and closes it before it goes to /thank-you', async ({ page }) => {
  await answerCalls(page, contact, 204)
  await page.route('**/thank-you', (route) => route.fulfill({ status: 204 })) // the browser stays on the page
  await contact.arrive(page)
  await fill(contact.in(page), contact.values)
  const left = page.waitForRequest('**/thank-you')
  await press(page, contact)
  await left
  await expectModal(page, 'closed')
  expect(await contact.in(page).locator('[role="status"]').textContent()).toBe(OK)
  expect(await valuesIn(contact.in(page))).toEqual(emptied(contact.values))
  expect(await messagesIn(contact.in(page))).toEqual({})
})

for (const form of FORMS) {
  test(`The ${form.name}, closed while PENDING, opens again when the request fails, and is not cancelled`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const server = await answerCalls(page, form, 'silence')
    await form.arrive(page)
    const summary = form.in(page).locator('summary')
    if (form === appointment) await summary.click()
    await fill(form.in(page), form.values)
    await press(page, form)
    await expect.poll(() => server.calls.length).toBe(1)
    if (form === appointment) await summary.click()
    else await page.keyboard.press('Escape')
    await expect(status(form.in(page))).toBeHidden()
    await server.answerNow(500)
    await expect(status(form.in(page))).toHaveText(ERROR)
    await expect(status(form.in(page))).toBeInViewport()
    expect(await valuesIn(form.in(page))).toEqual(form.values)
    if (form === appointment) return
    await press(page, form)
    await expect.poll(() => server.calls.length).toBe(2)
    await form.in(page).getByRole('button', { name: 'Close' }).click()
    await server.answerNow(201)
    await page.waitForURL('/thank-you')
  })
}
