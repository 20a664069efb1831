import { expect, test } from 'vitest'
import { appointmentCall, contactCall, type FormCall, htmlFormPost } from '../../../../tests/support/form-calls.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import { HONEYPOT_FIELD } from '../../../callback-request/spam-signals.ts'
import { DuplicateMessages } from './duplicate-messages.ts'

/** Sends calls, and says which of them are stored with the mark of a robot. */
async function marksOf(...calls: FormCall[]) {
  const { app, stored } = await startPublicListener()
  for (const call of calls) expect((await app.inject(call)).statusCode).toBeLessThan(400)
  const requests = await stored()
  expect(JSON.stringify(requests)).not.toContain('cheap')
  return requests.map(({ suspected }) => suspected)
}

test('A filled honeypot or a message of links marks what is stored; a fetch submission has no honeypot', async () => {
  const filled = { [HONEYPOT_FIELD]: 'cheap' }
  const links = { message: 'https://a.example https://b.example https://c.example' }
  const marks = await marksOf(htmlFormPost('contact', filled), htmlFormPost('contact', links), contactCall(links))
  expect(marks).toEqual([true, true, true])
  const empty = htmlFormPost('contact', { [HONEYPOT_FIELD]: '' })
  expect(await marksOf(empty, contactCall(filled), appointmentCall(filled))).toEqual([false, false, false])
})

test('The same text from many addresses is marked from the fifth address on; one address may send it any number of times', async () => {
  const message = 'Earn money from home: write to our manager today.'
  const from = (host: number) => ({ ...contactCall({ message }), remoteAddress: `203.0.113.${host}` })
  const marks = await marksOf(...Array.from({ length: 10 }, () => from(1)), ...[2, 3, 4, 5, 6].map(from))
  expect(marks.filter(Boolean)).toHaveLength(2)
})

test('The latest thousand texts are remembered, each for a day after it was first sent', () => {
  const NOW = new Date('2026-11-20T09:30:00.000Z')
  const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
  const texts = new DuplicateMessages()
  for (let number = 0; number < 1_001; number++) texts.addressesOf(`text ${number}`, '203.0.113.1', NOW)
  expect(texts.addressesOf('text 1', '203.0.113.2', hoursLater(23))).toBe(2)
  expect(texts.addressesOf('text 1', '203.0.113.3', hoursLater(24))).toBe(1)
  expect(texts.addressesOf('text 0', '203.0.113.2', NOW)).toBe(1)
  for (let host = 0; host < 200; host++) texts.addressesOf('text 1000', `198.51.100.${host}`, NOW)
  expect(texts.addressesOf('text 1000', '203.0.113.99', NOW)).toBe(20)
})
