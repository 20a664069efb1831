import { expect } from '@playwright/test'
import { english } from '../support/content.ts'
import { answerCalls } from '../support/page/calls.ts'
import {
  appointment,
  contact,
  expectMessages,
  FORMS,
  field,
  fill,
  press,
  status,
  valuesIn,
} from '../support/page/forms.ts'
import {
  bar,
  formsInSightHydrated,
  modal,
  openHome,
  settle,
  stopClock,
  triggerModal,
} from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const { telephone, callsFrom } = english.department

test('The hint beside a slot says whose time it is, and once one is chosen, on which day we call', async ({ page }) => {
  await stopClock(page) // Friday 20 November, 10:00 am in India
  await openHome(page)
  const slot = field(bar(page), 'time_slot')
  await expect(slot).toHaveAccessibleDescription('Times are India Standard Time')
  for (const [chosen, said] of [
    ['10:00am-12:00pm', 'Today, 10:00 am to 12:00 pm, India Standard Time'],
    ['08:00am-10:00am', 'Tomorrow, 8:00 am to 10:00 am, India Standard Time'],
    ['10:00pm-12:00am', 'Today, 10:00 pm to 12:00 am, India Standard Time'],
    ['Anytime', 'We call at any hour, every day.'],
    ['', 'Times are India Standard Time'],
  ] as const) {
    await slot.selectOption(chosen)
    await expect(slot).toHaveAccessibleDescription(said)
  }
})

test('After a stored request a paragraph says when we call, from which number and how to cancel, until the next press', async ({
  page,
}) => {
  await stopClock(page)
  const server = await answerCalls(page, appointment)
  await openHome(page)
  const next = status(bar(page)).locator('+ p')
  for (const [slot, said] of [
    ['06:00pm-08:00pm', 'Our call: today, 6:00 pm to 8:00 pm, India Standard Time, from '],
    ['Anytime', 'We will call as soon as'],
  ] as const) {
    server.answer = 201
    await fill(bar(page), { ...appointment.values, time_slot: slot })
    await press(page, appointment)
    await expect(next).toContainText(said)
    await expect(next).toContainText(callsFrom)
    await expect(next.getByRole('link')).toHaveAttribute('href', `tel:${telephone.dialled}`)
    await expect(field(bar(page), 'time_slot')).toHaveAccessibleDescription('Times are India Standard Time')
    server.answer = 'silence'
    await fill(bar(page), appointment.values)
    await press(page, appointment)
    await expect(next).toHaveCount(0)
    await server.answerNow(500)
  }
})

for (const form of FORMS) {
  test(`After a failed request of the ${form.name} a paragraph says whom to call, and not after a mistake`, async ({
    page,
  }) => {
    const server = await answerCalls(page, form, 'broken connection')
    await form.arrive(page)
    const next = status(form.in(page)).locator('+ p')
    await press(page, form)
    await expect(status(form.in(page))).toHaveText('Please fill the form correctly.')
    await expect(next).toHaveCount(0)
    await fill(form.in(page), form.values)
    await press(page, form)
    await expect(next).toHaveText(
      `If your details are right, we may not have received them. Call us on ${telephone.shown}.`,
    )
    await expect(next.getByRole('link')).toHaveAttribute('href', `tel:${telephone.dialled}`)
    await expect(next.locator('xpath=ancestor::*[@aria-live="polite"]'), 'is announced').toHaveCount(1)
    server.answer = 'silence'
    await press(page, form)
    await expect(next).toHaveCount(0)
  })
}

test('The modal takes over what was typed into the bar and is not being sent, and nothing that was typed into it', async ({
  page,
}) => {
  const server = await answerCalls(page, appointment, 'silence')
  await openHome(page)
  const { fullname: name = '', phone = '', email = '', time_slot = '' } = appointment.values
  await fill(bar(page), appointment.values)
  await press(page, appointment)
  await triggerModal(page)
  await formsInSightHydrated(page)
  await press(page, contact)
  await expectMessages(modal(page), contact.missing)
  await page.keyboard.press('Escape')
  await server.answerNow(500)
  await expect(status(bar(page))).toHaveText('Please fill the form correctly.')

  await triggerModal(page)
  expect(await valuesIn(modal(page))).toEqual({ name, phone, email, time_slot, message: '' })
  await expectMessages(modal(page), {})
  await expect(field(modal(page), 'time_slot')).not.toHaveAccessibleDescription('Times are India Standard Time')

  await page.keyboard.press('Escape')
  await fill(bar(page), { fullname: 'Asha Devi Rao', time_slot: 'Anytime' })
  await triggerModal(page)
  await expect(field(modal(page), 'name'), 'nobody has typed here').toHaveValue('Asha Devi Rao')
  await expect(field(modal(page), 'time_slot')).toHaveAccessibleDescription('We call at any hour, every day.')
  await field(modal(page), 'phone').fill('123')
  await page.keyboard.press('Escape')
  await field(bar(page), 'email').fill('other@people.example')
  await triggerModal(page)
  expect(await valuesIn(modal(page))).toMatchObject({ phone: '123', email })
})

for (const form of FORMS) {
  test(`After a request of the ${form.name} is stored, the modal says so, also on the next page of the visit`, async ({
    page,
  }) => {
    await answerCalls(page, form)
    await form.arrive(page)
    const { sentence, sentenceAgain } = english.texts.callback
    const said = (text: string) => modal(page).getByText(text).filter({ visible: true })
    await fill(form.in(page), form.values)
    await press(page, form)
    if (form === contact) await page.waitForURL('/thank-you')
    else await expect(status(bar(page))).toHaveText('Thanks for your submission!')
    for (const address of form === contact ? ['/'] : [undefined, '/?again']) {
      if (address) await openHome(page, address)
      await triggerModal(page)
      await expect(said(sentenceAgain)).toBeVisible()
      await expect(said(sentence)).toHaveCount(0)
      expect(await valuesIn(modal(page))).toMatchObject({ name: '', phone: '' })
    }
  })
}

test("A mouse click on a card's button opens and focuses the form, and does not scroll the page", async ({ page }) => {
  await openHome(page)
  await page.locator('#carousel-demo').evaluate((carousel) => scrollTo(0, carousel.getBoundingClientRect().top))
  const before = await page.evaluate(() => scrollY)
  await page.locator('#carousel-demo [role="group"]:not([inert]) a').first().click()
  await expect(field(bar(page), 'fullname')).toBeFocused()
  await settle(page)
  expect(await page.evaluate(() => scrollY)).toBe(before)
})
