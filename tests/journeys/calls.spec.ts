import { expect } from '@playwright/test'
import { type Answer, answerCalls, type Call } from '../support/page/calls.ts'
import { appointment, contact, FORMS, type Form, field, fill, press, status } from '../support/page/forms.ts'
import { test } from '../support/page/site.ts'

const last = (calls: Call[]) => calls.at(-1) as Call

for (const { form, type, body } of [
  {
    form: appointment,
    type: /^application\/json\b/,
    body:
      '{"fullname":"Asha Rao","phone":"9876543210","selected":"Rhinoplasty","email":"asha.rao@people.example",' +
      '"time_slot":"10:00am-12:00pm","start_time":"10:00am","end_time":"12:00pm"}',
  },
  {
    form: contact,
    type: /^application\/x-www-form-urlencoded\b/,
    body:
      'start_time=10%3A00am&end_time=12%3A00pm&name=Meera+Iyer&phone=9123456780&email=meera.iyer%40people.example' +
      '&message=How+long+is+the+recovery%3F',
  },
]) {
  test(`${form.button} makes one POST of all values in order, and after a success the same under a new key`, async ({
    page,
  }) => {
    const { calls } = await answerCalls(page, form)
    for (let sent = 1; sent <= 2; sent++) {
      if (form === contact || sent === 1) await form.arrive(page)
      await fill(form.in(page), form.values)
      await press(page, form)
      if (form === contact) await page.waitForURL('/thank-you')
      else await expect(status(form.in(page))).toHaveText('Thanks for your submission!')
      expect(calls).toHaveLength(sent)
      expect(last(calls)).toMatchObject({ method: 'POST', path: form.path, body })
      expect(last(calls).headers['content-type']).toMatch(type)
    }
    expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  })
}

for (const form of FORMS) {
  test(`The ${form.name} marks each call as a script's, and an unchanged retry by its Idempotency-Key`, async ({
    page,
  }) => {
    const server = await answerCalls(page, form, 500)
    const key = () => String(last(server.calls).headers['idempotency-key'])
    await form.arrive(page)
    await fill(form.in(page), form.values)
    await sendAgain(page, form, server.calls)
    const first = key()
    expect(first.length).toBeGreaterThan(15)
    for (const answer of ['broken connection', 503] as Answer[]) {
      server.answer = answer
      await sendAgain(page, form, server.calls)
      expect(key(), 'an unchanged retry').toBe(first)
    }
    await field(form.in(page), 'email').fill(`  ${form.values.email} `)
    await sendAgain(page, form, server.calls)
    expect(key(), 'a retry with the same payload').toBe(first)
    const keys = new Set([first])
    for (const [name, value] of [
      ['email', 'another@people.example'],
      ['time_slot', 'Anytime'],
      ['phone', '9000000001'],
    ] as const) {
      await fill(form.in(page), { [name]: value })
      await sendAgain(page, form, server.calls)
      keys.add(key())
    }
    expect(keys.size, 'keys after three changes').toBe(4)
    const marks = server.calls.map(({ headers }) => headers['x-requested-with'])
    expect(marks).toEqual(server.calls.map(() => 'XMLHttpRequest'))
  })
}

test('The appointment form sends values without the blanks around them, and null times for Anytime', async ({
  page,
}) => {
  const { calls } = await answerCalls(page, appointment, 500)
  await appointment.arrive(page)
  const padded = { fullname: ' \tAsha Rao  ', phone: ' 9876543210 ', email: ' asha.rao@people.example\t' }
  const chosen = { time_slot: 'Anytime', selected: 'Face & Neck Lift' }
  await fill(appointment.in(page), { ...padded, ...chosen })
  await sendAgain(page, appointment, calls)
  const { fullname, phone, email } = appointment.values
  expect(JSON.parse(last(calls).body)).toEqual({ fullname, phone, email, ...chosen, start_time: null, end_time: null })
})

test('The modal sends every letter of a message, and message= but no times for an empty one at Anytime', async ({
  page,
}) => {
  const message = 'क्या & how = 100% + “quotes”?\nसुबह 🙏'
  const { calls } = await answerCalls(page, contact, 500)
  await contact.arrive(page)
  await fill(contact.in(page), { ...contact.values, name: ' \tMeera Iyer  ', phone: ' 9123456780 ', message })
  await sendAgain(page, contact, calls)
  expect(new URLSearchParams(last(calls).body).get('message')).toBe(message)
  await fill(contact.in(page), { message: '', time_slot: 'Anytime' })
  await sendAgain(page, contact, calls)
  expect(last(calls).body).toBe('name=Meera+Iyer&phone=9123456780&email=meera.iyer%40people.example&message=')
})

/** Presses the button and waits until the call that it makes has failed. */
async function sendAgain(page: Parameters<typeof press>[0], form: Form, calls: Call[]) {
  const before = calls.length
  await press(page, form)
  await expect.poll(() => calls.length).toBe(before + 1)
  await expect(status(form.in(page))).toHaveText('Please fill the form correctly.')
}
