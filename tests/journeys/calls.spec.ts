import { expect, type Page } from '@playwright/test'
import { english } from '../support/content.ts'
import { type Answer, answerCalls, type Call } from '../support/page/calls.ts'
import { appointment, contact, FORMS, type Form, field, fill, press, status } from '../support/page/forms.ts'
import { openHome } from '../support/page/home-page.ts'
import { storedFor } from '../support/page/running-site.ts'
import { test } from '../support/page/site.ts'

const last = (calls: Call[]) => calls.at(-1) as Call

for (const { form, padded, type, body, atAnytime } of [
  {
    form: appointment,
    padded: { fullname: ' \tAsha Rao  ', phone: ' 9876543210 ', email: ' asha.rao@people.example\t' },
    type: /^application\/json\b/,
    body:
      '{"fullname":"Asha Rao","phone":"9876543210","selected":"Rhinoplasty","email":"asha.rao@people.example",' +
      '"time_slot":"10:00am-12:00pm","start_time":"10:00am","end_time":"12:00pm"}',
    atAnytime:
      '{"fullname":"Asha Rao","phone":"9876543210","selected":"Rhinoplasty","email":"asha.rao@people.example",' +
      '"time_slot":"Anytime","start_time":null,"end_time":null}',
  },
  {
    form: contact,
    padded: { name: ' \tMeera Iyer  ', phone: ' 9123456780 ', message: 'क्या & = 100% + “?”\n🙏' },
    type: /^application\/x-www-form-urlencoded\b/,
    body:
      'start_time=10%3A00am&end_time=12%3A00pm&name=Meera+Iyer&phone=9123456780&email=meera.iyer%40people.example' +
      '&message=%E0%A4%95%E0%A5%8D%E0%A4%AF%E0%A4%BE+%26+%3D+100%25+%2B+%E2%80%9C%3F%E2%80%9D%0A%F0%9F%99%8F',
    atAnytime: 'name=Meera+Iyer&phone=9123456780&email=meera.iyer%40people.example&message=',
  },
]) {
  test(`${form.button} makes one POST of all values, trimmed and in order, and after a success the next under a new key`, async ({
    page,
  }) => {
    const { calls } = await answerCalls(page, form)
    for (const [sent, values, wanted] of [
      [1, {}, body],
      [2, form === contact ? { time_slot: 'Anytime', message: '' } : { time_slot: 'Anytime' }, atAnytime],
    ] as const) {
      if (form === contact || sent === 1) await form.arrive(page)
      await fill(form.in(page), { ...form.values, ...padded, ...values })
      await press(page, form)
      if (form === contact) await page.waitForURL('/thank-you')
      else await expect(status(form.in(page))).toHaveText('Thanks for your submission!')
      expect(calls).toHaveLength(sent)
      expect(last(calls)).toMatchObject({ method: 'POST', path: form.path, body: wanted })
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
    await fill(form.in(page), { phone: '9000000001' })
    await sendAgain(page, form, server.calls)
    expect(key(), 'a changed retry').not.toBe(first)
    const marks = server.calls.map(({ headers }) => headers['x-requested-with'])
    expect(marks).toEqual(server.calls.map(() => 'XMLHttpRequest'))
  })
}

/** Presses the button and waits until the call that it makes has failed. */
async function sendAgain(page: Page, form: Form, calls: Call[]) {
  const before = calls.length
  await press(page, form)
  await expect.poll(() => calls.length).toBe(before + 1)
  await expect(status(form.in(page))).toHaveText('Please fill the form correctly.')
}

test('A request that is sent through the page lies on the disk, with its campaign', async ({ page, site }) => {
  const email = 'asha.end.to.end@people.example'
  await openHome(page, '/?utm_source=newsletter&utm_medium=email&utm_campaign=autumn&gclid=not-kept')
  await fill(appointment.in(page), { ...appointment.values, fullname: '  Asha Rao ', email })
  const answer = page.waitForResponse('**/api/appointment')
  await press(page, appointment)
  await expect(status(appointment.in(page))).toHaveText('Thanks for your submission!')
  expect((await answer).status()).toBe(201)
  expect(await storedFor(email, site)).toEqual([
    expect.objectContaining({
      suspected: false,
      notice_version: english.department.noticeVersion,
      language: 'en',
      form: 'appointment',
      name: 'Asha Rao',
      phone: '9876543210',
      service: 'Rhinoplasty',
      time_slot: '10:00am-12:00pm',
      start_time: '10:00am',
      end_time: '12:00pm',
      campaign: { source: 'newsletter', medium: 'email', campaign: 'autumn', term: null, content: null },
    }),
  ])
})
