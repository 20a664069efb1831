import { expect } from '@playwright/test'
import { TIME_SLOTS } from '../../src/callback-request/time-slots.ts'
import { type Answer, answerCalls, type Call } from '../support/page/calls.ts'
import { appointment, contact, FORMS, type Form, field, fill, press, status } from '../support/page/forms.ts'
import { test } from '../support/page/site.ts'

const ends = (slot: string) => (slot === 'Anytime' ? [null, null] : slot.split('-'))
const last = (calls: Call[]) => calls.at(-1) as Call

test('SEND makes one POST /api/appointment with a JSON body and its keys in order', async ({ page }) => {
  const { calls } = await answerCalls(page, appointment)
  await appointment.arrive(page)
  await fill(appointment.in(page), appointment.values)
  await press(page, appointment)
  await expect(status(appointment.in(page))).toHaveText('Thanks for your submission!')
  expect(calls).toHaveLength(1)
  const { method, path, headers, body } = last(calls)
  expect({ method, path, type: headers['content-type'] }).toEqual({
    method: 'POST',
    path: '/api/appointment',
    type: expect.stringMatching(/^application\/json\b/),
  })
  expect(body).toBe(
    '{"fullname":"Asha Rao","phone":"9876543210","selected":"Rhinoplasty","email":"asha.rao@people.example",' +
      '"time_slot":"10:00am-12:00pm","start_time":"10:00am","end_time":"12:00pm"}',
  )
})

test('SUBMIT makes one POST /api/contact-us with a URL-encoded body and its fields in order', async ({ page }) => {
  const { calls } = await answerCalls(page, contact)
  await contact.arrive(page)
  await fill(contact.in(page), contact.values)
  await press(page, contact)
  await page.waitForURL('/thank-you')
  expect(calls).toHaveLength(1)
  const { method, path, headers, body } = last(calls)
  expect({ method, path, type: headers['content-type'] }).toEqual({
    method: 'POST',
    path: '/api/contact-us',
    type: expect.stringMatching(/^application\/x-www-form-urlencoded\b/),
  })
  expect([...new URLSearchParams(body)]).toEqual([
    ['start_time', '10:00am'],
    ['end_time', '12:00pm'],
    ['name', 'Meera Iyer'],
    ['phone', '9123456780'],
    ['email', 'meera.iyer@people.example'],
    ['message', 'How long is the recovery?'],
  ])
})

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

  test(`After a success the ${form.name} sends the same payload under a new Idempotency-Key`, async ({ page }) => {
    const { calls } = await answerCalls(page, form, 201)
    const keys: string[] = []
    for (let time = 0; time < 2; time++) {
      if (form === contact || time === 0) await form.arrive(page)
      await fill(form.in(page), form.values)
      await press(page, form)
      if (form === contact) await page.waitForURL('/thank-you')
      else await expect(status(form.in(page))).toHaveText('Thanks for your submission!')
      keys.push(String(last(calls).headers['idempotency-key']))
    }
    expect(calls.map(({ body }) => body)).toEqual([last(calls).body, last(calls).body])
    expect(new Set(keys).size).toBe(2)
  })

  test(`The ${form.name} sends values without the blanks around them, and each slot with its two times`, async ({
    page,
  }) => {
    const { calls } = await answerCalls(page, form, 500)
    await form.arrive(page)
    const padded = Object.entries(form.values).map(([name, value]) =>
      ['time_slot', 'selected', 'message'].includes(name) ? [name, value] : [name, ` \t${value}  `],
    )
    await fill(form.in(page), Object.fromEntries(padded))
    for (const slot of TIME_SLOTS) {
      await fill(form.in(page), { time_slot: slot })
      await sendAgain(page, form, calls)
      const [start_time, end_time] = ends(slot)
      const sent = Object.entries(decoded(last(calls))).filter(([name]) => /_(slot|time)$/.test(name))
      const named = form === appointment ? { time_slot: slot } : {}
      const times = form === contact && slot === 'Anytime' ? {} : { start_time, end_time }
      expect.soft(Object.fromEntries(sent), slot).toEqual({ ...named, ...times })
    }
    expect(decoded(last(calls))).toMatchObject(
      form === appointment
        ? { fullname: 'Asha Rao', phone: '9876543210', email: 'asha.rao@people.example' }
        : { name: 'Meera Iyer', phone: '9123456780', email: 'meera.iyer@people.example' },
    )
  })
}

test('The appointment form sends the chosen service as it is written', async ({ page }) => {
  const { calls } = await answerCalls(page, appointment, 500)
  await appointment.arrive(page)
  await fill(appointment.in(page), { ...appointment.values, selected: 'Face & Neck Lift' })
  await sendAgain(page, appointment, calls)
  expect(decoded(last(calls))).toMatchObject({ selected: 'Face & Neck Lift' })
})

test('The modal sends every letter of a message, and message= when it is empty', async ({ page }) => {
  const message = 'क्या & how = 100% + “quotes”?\nसुबह 🙏'
  const { calls } = await answerCalls(page, contact, 500)
  await contact.arrive(page)
  await fill(contact.in(page), { ...contact.values, message })
  await sendAgain(page, contact, calls)
  expect(decoded(last(calls)).message).toBe(message)
  await fill(contact.in(page), { ...contact.values, message: '', time_slot: 'Anytime' })
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

function decoded({ headers, body }: Call): Record<string, unknown> {
  return headers['content-type']?.includes('json')
    ? (JSON.parse(body) as Record<string, unknown>)
    : Object.fromEntries(new URLSearchParams(body))
}
