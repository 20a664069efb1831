import { expect, test } from 'vitest'
import { APPOINTMENT_PAYLOAD, CONTACT_FIELDS } from '../../../../tests/support/samples.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import { HONEYPOT_FIELD } from '../../../callback-request/spam-signals.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'
const SCRIPT = { 'x-requested-with': 'XMLHttpRequest', 'content-type': FORM_TYPE }
const BROWSER = { accept: 'text/html', 'sec-fetch-site': 'same-origin', 'content-type': FORM_TYPE }
const LONG_MESSAGE = 'Earn money from home: write to our manager today.'

/** Opens a server, and a function that sends the Get A Callback form from one address. */
async function openForm() {
  const opened = await startPublicListener()
  const send = async (changes: Record<string, string>, headers: Record<string, string>, remoteAddress: string) => {
    const payload = new URLSearchParams({ ...CONTACT_FIELDS, time_slot: 'Anytime', ...changes }).toString()
    const answer = await opened.app.inject({ method: 'POST', url: '/api/contact-us', headers, payload, remoteAddress })
    return answer.statusCode
  }
  const marks = async () => (await opened.stored()).map(({ suspected }) => suspected)
  return { ...opened, send, marks }
}

test('An HTML form post with a filled honeypot is answered and stored like any other, with the mark', async () => {
  const { send, stored } = await openForm()
  expect(await send({ [HONEYPOT_FIELD]: 'cheap' }, BROWSER, '203.0.113.1')).toBe(303)
  const [request] = await stored()
  expect(request).toMatchObject({ suspected: true, name: 'Ravi Invented' })
  expect(JSON.stringify(request)).not.toContain('cheap')
})

test('An empty honeypot is not a signal, and a fetch submission has no honeypot', async () => {
  const { app, send, stored, marks } = await openForm()
  await send({ [HONEYPOT_FIELD]: '' }, BROWSER, '203.0.113.1')
  await send({ [HONEYPOT_FIELD]: 'cheap' }, SCRIPT, '203.0.113.1')
  await app.inject({
    method: 'POST',
    url: '/api/appointment',
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    payload: { ...APPOINTMENT_PAYLOAD, [HONEYPOT_FIELD]: 'cheap' },
  })
  expect(await stored()).toHaveLength(3)
  expect(await marks()).not.toContain(true)
})

test('A message with several links is stored with the mark, however it is sent', async () => {
  const { send, marks } = await openForm()
  for (const headers of [SCRIPT, BROWSER]) {
    const message = 'https://a.example https://b.example https://c.example'
    expect(await send({ message }, headers, '203.0.113.1')).toBeLessThan(400)
  }
  expect(await marks()).toEqual([true, true])
})

test('The same text from many addresses is marked from the fifth address on; one address may send it any number of times', async () => {
  const { send, marks } = await openForm()
  for (let time = 0; time < 10; time++) expect(await send({ message: LONG_MESSAGE }, SCRIPT, '203.0.113.1')).toBe(201)
  expect(await marks()).not.toContain(true)
  for (const host of [2, 3, 4, 5, 6]) {
    expect(await send({ message: LONG_MESSAGE }, SCRIPT, `203.0.113.${host}`)).toBe(201)
  }
  expect((await marks()).filter(Boolean)).toHaveLength(2)
})
