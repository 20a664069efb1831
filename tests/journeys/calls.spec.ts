import { expect } from '@playwright/test'
import { type Answer, answerCalls, type Call } from '../support/page/calls.ts'
import { appointment, contact, fill, press, status, type Values } from '../support/page/forms.ts'
import { test } from '../support/page/site.ts'

for (const { form, padded, type, body, bodyAtAnytime } of [
  {
    form: appointment,
    padded: { fullname: ' \tAsha Rao  ', phone: ' 9876543210 ', email: ' asha.\u200brao@people.example\t' },
    type: /^application\/json\b/,
    body:
      '{"fullname":"Asha Rao","phone":"9876543210","selected":"Rhinoplasty","email":"asha.rao@people.example",' +
      '"time_slot":"10:00am-12:00pm","start_time":"10:00am","end_time":"12:00pm"}',
    bodyAtAnytime:
      '{"fullname":"Asha Rao","phone":"9876543210","selected":"Rhinoplasty","email":"asha.rao@people.example",' +
      '"time_slot":"Anytime","start_time":null,"end_time":null}',
  },
  {
    form: contact,
    padded: { name: ' \tMeera Iyer  ', phone: ' 9123456780 ', message: 'क्या & = 100% + “?”\v🙏' },
    type: /^application\/x-www-form-urlencoded\b/,
    body:
      'start_time=10%3A00am&end_time=12%3A00pm&name=Meera+Iyer&phone=9123456780&email=meera.iyer%40people.example' +
      '&message=%E0%A4%95%E0%A5%8D%E0%A4%AF%E0%A4%BE+%26+%3D+100%25+%2B+%E2%80%9C%3F%E2%80%9D%0A%F0%9F%99%8F',
    bodyAtAnytime: 'name=Meera+Iyer&phone=9123456780&email=meera.iyer%40people.example&message=',
  },
]) {
  test(`${form.button} makes one POST of all values, trimmed and in order, under a key that stays until they change or are stored`, async ({
    page,
  }) => {
    const server = await answerCalls(page, form)
    const keyOf = ({ headers }: Call) => headers['idempotency-key']
    const send = async (values: Values, answer: Answer): Promise<Call> => {
      server.answer = answer
      await fill(form.in(page), values)
      await press(page, form)
      if (answer !== 201) await expect(status(form.in(page))).toHaveText('Please fill the form correctly.')
      else if (form === appointment) await expect(status(form.in(page))).toHaveText('Thanks for your submission!')
      else await page.waitForURL('/thank-you')
      return server.calls.at(-1) as Call
    }
    await form.arrive(page)
    const first = await send({ ...form.values, ...padded }, 500)
    expect(first).toMatchObject({ method: 'POST', path: form.path, body })
    expect(first.headers['content-type']).toMatch(type)
    expect(keyOf(first)?.length).toBeGreaterThan(15)
    for (const answer of ['broken connection', 503] as const) {
      expect(keyOf(await send({}, answer)), 'an unchanged retry').toBe(keyOf(first))
    }
    const samePayload = await send({ email: `  ${form.values.email} ` }, 503)
    expect(keyOf(samePayload), 'a retry with the same payload').toBe(keyOf(first))

    const atAnytime = form === contact ? { time_slot: 'Anytime', message: '' } : { time_slot: 'Anytime' }
    const changed = await send(atAnytime, 503)
    expect(changed.body).toBe(bodyAtAnytime)
    expect(keyOf(changed), 'a changed retry').not.toBe(keyOf(first))
    expect(keyOf(await send({}, 201)), 'an unchanged retry').toBe(keyOf(changed))
    if (form === contact) await form.arrive(page)
    const again = await send({ ...form.values, ...padded, ...atAnytime }, 201)
    expect(again.body).toBe(bodyAtAnytime)
    expect(keyOf(again), 'after a success').not.toBe(keyOf(changed))
    expect(server.calls.map(({ headers }) => headers['x-requested-with'])).toEqual(Array(7).fill('XMLHttpRequest'))
  })
}
