import { expect } from '@playwright/test'
import { english } from '../support/content.ts'
import { answerCalls } from '../support/page/calls.ts'
import {
  appointment,
  contact,
  emptied,
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
import { otherTest, test } from '../support/page/site.ts'

/*
 * More than 300 lines: each is a moment of one visit, from the choice of a slot to the minute after SEND.
 */

const { telephone, callsFrom } = english.department

test('The hint beside a slot says on which day we call', async ({ page }) => {
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

otherTest('On a day without calls, hint and promise name the next day on which somebody calls', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-21T06:00:00Z') // Saturday; on the Monday that follows nobody calls either
  await answerCalls(page, appointment)
  await openHome(page)
  const slot = field(bar(page), 'time_slot')
  await slot.selectOption('10:00am-12:00pm')
  await expect(slot).toHaveAccessibleDescription('Tuesday, 24 November, 10:00 am to 12:00 pm, India Standard Time')
  await fill(bar(page), appointment.values)
  await press(page, appointment)
  await expect(bar(page)).toContainText('We will call 98765 43210 Tuesday, 24 November,')
  await page.clock.setFixedTime('2026-11-23T06:00:00Z')
  await page.reload()
  await page.goto('/thank-you')
  await expect(page.getByRole('main')).toContainText('We will call 98765 43210 tomorrow,')
})

test('The hint of a page that stays open names another day within a minute after the last call of today, and after midnight', async ({
  page,
}) => {
  await stopClock(page)
  await openHome(page)
  const slot = field(bar(page), 'time_slot')
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) await page.clock.runFor(60_000)
  }
  await slot.selectOption('10:00am-12:00pm')
  await page.clock.fastForward(104 * 60_000)
  await expect(slot).toHaveAccessibleDescription('Today, 10:00 am to 12:00 pm, India Standard Time')
  await minutes(2)
  await expect(slot).toHaveAccessibleDescription('Tomorrow, 10:00 am to 12:00 pm, India Standard Time')
  await page.clock.fastForward(12 * 60 * 60_000)
  await minutes(30)
  await expect(slot).toHaveAccessibleDescription('Today, 10:00 am to 12:00 pm, India Standard Time')
})

test('Beside the thanks stands which number we call and when, and from where; the next press takes it away', async ({
  page,
}) => {
  await stopClock(page)
  const server = await answerCalls(page, appointment)
  await openHome(page)
  const promise = status(bar(page)).locator('+ div > p:first-child')
  for (const [values, said] of [
    [{ time_slot: '06:00pm-08:00pm' }, 'We will call 98765 43210 today, 6:00 pm to 8:00 pm.'],
    [{ time_slot: '08:00am-10:00am' }, 'We will call 98765 43210 tomorrow, 8:00 am to 10:00 am.'],
    [{ time_slot: 'Anytime' }, 'We will call 98765 43210 as soon as a coordinator is available.'],
  ] as const) {
    server.answer = 201
    await fill(bar(page), { ...appointment.values, ...values })
    await press(page, appointment)
    await expect(promise).toHaveText(said)
    const details = promise.locator('+ p')
    await expect(details).toContainText(callsFrom)
    await expect(details.getByRole('link')).toHaveAttribute('href', `tel:${telephone.dialled}`)
    await expect(field(bar(page), 'time_slot')).toHaveAccessibleDescription('Times are India Standard Time')
    await page.clock.runFor(1000)
    server.answer = 'silence'
    await fill(bar(page), appointment.values)
    await press(page, appointment)
    await expect(promise, 'after the next press').toHaveCount(0)
    await server.answerNow(500)
  }
})

// The narrowest window and the lowest: the others have more room.
for (const [width, height] of [
  [320, 568],
  [375, 553],
] as const) {
  test(`After SEND at ${width}×${height} all that the box says is in view`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await answerCalls(page, appointment)
    await openHome(page)
    await bar(page).locator('summary').click()
    await fill(bar(page), appointment.values)
    await press(page, appointment)
    await expect(status(bar(page))).toHaveText('Thanks for your submission!')
    await expect(bar(page).locator('form')).not.toHaveAttribute('data-resting')
    const { withdraw, keep } = english.forms.visit
    for (const shown of [withdraw, keep]) {
      await expect(bar(page).getByRole('button', { name: shown })).toBeVisible()
      for (const text of await bar(page).locator('[data-tone="ok"] :is(p:not(:empty), button)').all()) {
        await expect(text).toBeInViewport({ ratio: 1 })
        const isCovered = await text.evaluate((element) => {
          const { left, top, bottom } = element.getBoundingClientRect()
          return [top + 2, bottom - 2].some((y) => !element.contains(document.elementFromPoint(left + 10, y)))
        })
        expect(isCovered, `${await text.textContent()} is covered`).toBe(false)
      }
      if (shown === withdraw) await bar(page).getByRole('button', { name: withdraw }).click()
    }
  })
}

test('The closed bar and the thank-you page say the number and the time until the window is over, also after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await stopClock(page)
  await answerCalls(page, appointment)
  await answerCalls(page, contact)
  const opened = async (address: string) => {
    await page.goto(address)
    await expect(page.locator('html[data-page="ready"]')).toBeAttached()
  }
  await opened('/')
  await triggerModal(page)
  await fill(modal(page), { ...contact.values, phone: '+44 20 7946 0000', time_slot: 'Anytime' })
  await field(modal(page), 'phone').fill('442079460000')
  await press(page, contact)
  await page.waitForURL('/thank-you')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Thank you. We will call you.')
  await expect(main).toContainText('We will call 442079460000 as soon as a coordinator is available.')
  await expect(page.getByRole('banner').getByText('Get a callback'), 'no second call').toHaveCount(0)

  await opened('/')
  const summary = bar(page).locator('summary')
  await expect(summary).toContainText('We will call 442079460000')
  await summary.click()
  await fill(bar(page), { ...appointment.values, time_slot: '10:00am-12:00pm' })
  await press(page, appointment)
  const said = 'We will call 98765 43210 today, 10:00 am to 12:00 pm.'
  await expect(summary, 'the newest').toContainText(said)
  await opened('/')
  await expect(summary).toHaveText(said)
  await opened('/thank-you')
  await expect(main).toContainText(said)
  await page.clock.fastForward(119 * 60_000)
  await page.clock.runFor(20_000)
  await expect(main).toContainText(said)
  await page.clock.runFor(80_000)
  await expect(main).not.toContainText(said)
  await expect(main).toContainText('If you have just sent the form')
})

test('What is typed and not sent is there again after a reload, and gone once it is sent', async ({ page }) => {
  await answerCalls(page, appointment)
  await openHome(page)
  await fill(bar(page), appointment.values)
  await triggerModal(page)
  await field(modal(page), 'message').fill('Two lines,\nand a question?')
  for (let time = 0; time < 2; time++) await openHome(page)
  expect(await valuesIn(bar(page))).toEqual(appointment.values)
  await expect(field(bar(page), 'time_slot')).not.toHaveAccessibleDescription(/Times are/)
  await expect(field(modal(page), 'message')).toHaveValue('Two lines,\nand a question?')
  await press(page, appointment)
  await expect(status(bar(page))).toHaveText('Thanks for your submission!')
  await openHome(page)
  expect(await valuesIn(bar(page))).toEqual(emptied(appointment.values))
  const another = await page.context().newPage()
  await openHome(another)
  await expect(field(modal(another), 'message'), 'another tab').toHaveValue('')
})

for (const form of FORMS) {
  test(`While the ${form.name} is sent its fields keep what is sent`, async ({ page }) => {
    await answerCalls(page, form, 'silence')
    await stopClock(page)
    await form.arrive(page)
    await fill(form.in(page), form.values)
    await press(page, form)
    await expect(status(form.in(page))).toHaveText('Sending...')
    const phone = field(form.in(page), 'phone')
    await phone.focus()
    await page.keyboard.type('7')
    await field(form.in(page), 'time_slot').selectOption('Anytime')
    await phone.evaluate((input: HTMLInputElement) => {
      input.setRangeText('000', 0, 3)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    expect(await valuesIn(form.in(page))).toEqual(form.values)
    await expect(phone).toBeFocused()
  })
}

test('Right after a success, a double click, another submit and an Enter that is held down do nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 340, height: 700 })
  const server = await answerCalls(page, appointment, 201)
  await stopClock(page)
  await openHome(page)
  await bar(page).locator('summary').click()
  await fill(bar(page), appointment.values)
  const button = bar(page).locator('[type="submit"]')
  await button.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
  const pressThere = () => page.mouse.click(x + width / 2, y + height / 2)
  await pressThere()
  await expect(status(bar(page))).toHaveText('Thanks for your submission!')
  await pressThere()
  await button.evaluate((element: HTMLButtonElement) => element.click())
  await settle(page)
  await expect(status(bar(page))).toHaveText('Thanks for your submission!')
  await page.clock.runFor(1000)
  const phone = field(bar(page), 'phone')
  await phone.focus()
  await page.keyboard.down('Enter')
  await expect(status(bar(page))).toHaveText('Please fill the form correctly.')
  await fill(bar(page), appointment.values)
  await phone.focus()
  await page.keyboard.down('Enter') // repeated: the key was never released
  await settle(page)
  expect(server.calls, 'of a key that is held down').toHaveLength(1)
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => server.calls.length).toBe(2)
})

test('The form says no longer that it is wrong once every field is right', async ({ page }) => {
  await openHome(page)
  const { email = '', ...others } = appointment.values
  await fill(bar(page), others)
  await press(page, appointment)
  await expect(status(bar(page))).toHaveText('Please fill the form correctly.')
  await field(bar(page), 'email').fill(email)
  await expect(status(bar(page))).toHaveText('')
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
