import { expect, test } from 'vitest'
import { DETAILS } from '../../../../tests/support/samples.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import { htmlFormKey } from './idempotency-key.ts'

const at = (time: string) => new Date(`2026-11-20T${time}Z`)

test('Other details have another key, and no key reveals them', () => {
  const keys = [
    DETAILS,
    { ...DETAILS, phone: '9876543211' },
    { ...DETAILS, timeSlot: 'Anytime' as const },
    { ...DETAILS, form: 'contact' as const, service: null, message: '' },
  ].map((details) => htmlFormKey(details, at('09:30:00')))
  expect(new Set(keys).size).toBe(4)
  expect(keys.join('')).not.toMatch(/Asha|98765|visitor/)
})

test('A form posted twice at once is stored once, and both posts lead to /thank-you; posted in the next ten minutes of the clock, it is stored again', async () => {
  let now = at('09:20:00')
  const { app, stored } = await startPublicListener({ now: () => now })
  const { form, name, timeSlot, service, message, ...rest } = DETAILS
  const post = async () => {
    const payload = new URLSearchParams({ ...rest, fullname: name, time_slot: timeSlot, selected: 'Rhinoplasty' })
    const answer = await app.inject({
      method: 'POST',
      url: '/api/appointment',
      headers: {
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: payload.toString(),
    })
    return answer.headers.location
  }
  expect(await Promise.all([post(), post()])).toEqual(['/thank-you', '/thank-you'])
  expect(await stored()).toHaveLength(1)
  now = at('09:29:59.999')
  await post()
  expect(await stored()).toHaveLength(1)
  now = at('09:30:00')
  await post()
  expect(await stored()).toHaveLength(2)
})
