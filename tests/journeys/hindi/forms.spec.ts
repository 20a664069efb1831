import { expect } from '@playwright/test'
import { say } from '../../../src/content/translations.ts'
import { hindi } from '../../support/hindi.ts'
import { answerCalls } from '../../support/page/calls.ts'
import { expectMessages, field, fill, formsIn, press, status, type Values } from '../../support/page/forms.ts'
import { openHome, openWithoutReact, stopClock } from '../../support/page/home-page.ts'
import { storedFor } from '../../support/page/running-site.ts'
import { test } from '../../support/page/site.ts'

const FORMS = formsIn(hindi)
const [appointment, contact] = FORMS
const inHindi = (wording: string) => say(wording, hindi.forms.translations)
const allInHindi = (messages: Values): Values =>
  Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, inHindi(message)]))

/** Typed into a form, and what it says, in the specification's words. */
const MISTAKES = [
  {
    form: appointment,
    typed: {},
    messages: {
      fullname: 'Name is required',
      phone: 'Phone No. is required',
      email: 'Email is required',
      time_slot: 'Please select preferred time for callback',
      selected: 'Surgery type is required',
    },
  },
  {
    form: appointment,
    typed: { ...appointment.values, fullname: 'आशा', phone: '९८७६५४३२१०', email: 'asha@example' },
    messages: {
      fullname: 'This field should be at least 4 characters long',
      phone: 'Phone No. must be numeric',
      email: 'Value is not a valid email address',
    },
  },
  {
    form: contact,
    typed: {},
    messages: {
      name: 'Value is required',
      phone: 'Value is required',
      email: 'Value is required',
      time_slot: 'Value is required',
    },
  },
  {
    form: contact,
    typed: { ...contact.values, phone: '12345' },
    messages: { phone: 'This field should be at least 10 characters long' },
  },
]

for (const { form, typed, messages } of MISTAKES) {
  const about = Object.keys(messages).join(', ')
  test(`In Hindi the ${form.name} says what is wrong with ${about}, and sends nothing`, async ({ page }) => {
    const { calls } = await answerCalls(page, form)
    await form.arrive(page)
    await fill(form.in(page), typed)
    await press(page, form)
    await expectMessages(form.in(page), allInHindi(messages))
    await expect(status(form.in(page))).toHaveText(inHindi('Please fill the form correctly.'))
    expect(calls).toEqual([])
  })
}

test('In Hindi the appointment form sends the words of the specification, in their order', async ({ page }) => {
  const server = await answerCalls(page, appointment, 'silence')
  await appointment.arrive(page)
  await fill(appointment.in(page), { ...appointment.values, fullname: 'आशा राव' })
  await press(page, appointment)
  await expect(status(appointment.in(page))).toHaveText(inHindi('Sending...'))
  await server.answerNow(201)
  await expect(status(appointment.in(page))).toHaveText(inHindi('Thanks for your submission!'))
  expect(server.calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    {
      method: 'POST',
      path: '/api/appointment',
      body:
        '{"fullname":"आशा राव","phone":"9876543210","selected":"Rhinoplasty","email":"asha.rao@people.example",' +
        '"time_slot":"10:00am-12:00pm","start_time":"10:00am","end_time":"12:00pm"}',
    },
  ])
})

test('In Hindi the modal sends the words of the specification, and leads to the thank-you page in Hindi', async ({
  page,
}) => {
  const { calls } = await answerCalls(page, contact)
  await contact.arrive(page)
  await fill(contact.in(page), contact.values)
  await press(page, contact)
  await page.waitForURL('/hi/thank-you')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hindi.texts.thankYou.heading)
  expect(calls.map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: '/api/contact-us',
      body:
        'start_time=10%3A00am&end_time=12%3A00pm&name=Meera+Iyer&phone=9123456780&email=meera.iyer%40people.example' +
        '&message=How+long+is+the+recovery%3F',
    },
  ])
})

for (const form of FORMS) {
  test(`In Hindi the ${form.name} says that a request failed`, async ({ page }) => {
    await answerCalls(page, form, 500)
    await form.arrive(page)
    await fill(form.in(page), form.values)
    await press(page, form)
    await expect(status(form.in(page))).toHaveText(inHindi('Please fill the form correctly.'))
  })
}

test('In Hindi a form that is sent before its script came says so, and its messages are in Hindi', async ({ page }) => {
  const letReactCome = await openWithoutReact(page, '/hi/')
  await press(page, appointment)
  await expect(status(appointment.in(page))).toHaveText(inHindi('Sending...'))
  await letReactCome()
  await expectMessages(appointment.in(page), allInHindi(MISTAKES[0]?.messages ?? {}))
})

test('In Hindi a form whose script does not come for 3 s is posted by the browser', async ({ page }) => {
  await stopClock(page)
  await page.route('**/*.js', () => {})
  await page.goto('/hi/')
  await fill(appointment.in(page), appointment.values)
  await press(page, appointment)
  await page.clock.runFor(3_000)
  await page.waitForURL('/hi/thank-you')
})

test('In Hindi what is shown for a slot is in Hindi, and what is stored is not', async ({ page, site }) => {
  const email = 'asha.hindi@people.example'
  await openHome(page, '/hi/')
  await fill(appointment.in(page), { ...appointment.values, email })
  const slot = field(appointment.in(page), 'time_slot')
  expect(await slot.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)).toBe(
    hindi.forms.timeSlots?.[6],
  )
  await press(page, appointment)
  await expect(status(appointment.in(page))).toHaveText(inHindi('Thanks for your submission!'))
  expect(await storedFor(email, site)).toEqual([
    expect.objectContaining({ service: 'Rhinoplasty', time_slot: '10:00am-12:00pm', start_time: '10:00am' }),
  ])
})
