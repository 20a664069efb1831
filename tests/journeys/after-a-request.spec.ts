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
import { bar, formsInSightHydrated, modal, openHome, stopClock, triggerModal } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const { telephone, callsFrom } = english.department

test('The hint beside a slot says on which day we call, and after the request a paragraph when, from where and how to cancel', async ({
  page,
}) => {
  await stopClock(page) // Friday 20 November, 10:00 am in India
  const server = await answerCalls(page, appointment)
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

  const next = status(bar(page)).locator('+ p')
  for (const [time_slot, said] of [
    ['06:00pm-08:00pm', 'Our call: today, 6:00 pm to 8:00 pm, India Standard Time, from '],
    ['Anytime', 'We will call as soon as'],
  ] as const) {
    server.answer = 201
    await fill(bar(page), { ...appointment.values, time_slot })
    await press(page, appointment)
    await expect(next).toContainText(said)
    await expect(next).toContainText(callsFrom)
    await expect(next.getByRole('link')).toHaveAttribute('href', `tel:${telephone.dialled}`)
    await expect(slot).toHaveAccessibleDescription('Times are India Standard Time')
    server.answer = 'silence'
    await fill(bar(page), appointment.values)
    await press(page, appointment)
    await expect(next, 'after the next press').toHaveCount(0)
    await server.answerNow(500)
  }
})

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
