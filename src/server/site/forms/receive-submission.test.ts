import { expect, test } from 'vitest'
import { appointmentCall, contactCall, type FormCall, htmlFormPost } from '../../../../tests/support/form-calls.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import { HONEYPOT_FIELD } from '../../../callback-request/spam-signals.ts'

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
  expect(await marksOf(htmlFormPost('contact', filled), htmlFormPost('contact', links), contactCall(links))).toEqual([
    true,
    true,
    true,
  ])
  const empty = htmlFormPost('contact', { [HONEYPOT_FIELD]: '' })
  expect(await marksOf(empty, contactCall(filled), appointmentCall(filled))).toEqual([false, false, false])
})

test('The same text from many addresses is marked from the fifth address on; one address may send it any number of times', async () => {
  const message = 'Earn money from home: write to our manager today.'
  const from = (host: number) => ({ ...contactCall({ message }), remoteAddress: `203.0.113.${host}` })
  const marks = await marksOf(...Array.from({ length: 10 }, () => from(1)), ...[2, 3, 4, 5, 6].map(from))
  expect(marks.filter(Boolean)).toHaveLength(2)
})
