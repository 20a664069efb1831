import { expect, test } from 'vitest'
import { comparableText, hasSpamSignals } from './spam-signals.ts'

const PERSON = { honeypot: '', message: 'Please call me in the evening.', addresses: 1 }

test('A filled honeypot is a spam signal, whatever its value; a request without a message is none', () => {
  for (const honeypot of ['x', ' ', 'on']) expect(hasSpamSignals({ ...PERSON, honeypot }), honeypot).toBe(true)
  for (const message of ['', null]) expect(hasSpamSignals({ ...PERSON, message })).toBe(false)
})

test('Three links or more in a message are a spam signal, also in markup', () => {
  const rows = [
    ['none', false],
    ['before https://pictures.example/1.jpg and after www.pictures.example/2.jpg', false],
    ['https://a.example https://b.example https://c.example', true],
    ['http://a.example\nwww.b.example\nHTTPS://WWW.c.example', true],
    ['<a href="https://a.example">x</a>[url=https://b.example]y[/url] https://c.example', true],
    ['https://www.a.example and https://www.b.example, each one link', false],
    ['clinic.pdf, scan.jpg, report.docx, a.rao@people.example', false],
    ['www www www, http http http, https:// https:// https://', false],
  ] as const
  for (const [message, suspected] of rows) expect(hasSpamSignals({ ...PERSON, message }), message).toBe(suspected)
})

test('The same text is a spam signal from the fifth address on', () => {
  const suspected = [1, 4, 5, 99].filter((addresses) => hasSpamSignals({ ...PERSON, addresses }))
  expect(suspected).toEqual([5, 99])
})

test('Messages are compared without case and spacing, and short ones not at all', () => {
  const text = 'Earn money from home, write to our manager today'
  expect(comparableText(`  ${text.toUpperCase()}\n`)).toBe(comparableText(text.replaceAll(' ', '\n  ')))
  expect(comparableText(text)).not.toBe(comparableText(`${text}!`))
  for (const short of [` ${'a'.repeat(39)} `, '😀'.repeat(39)]) expect(comparableText(short)).toBeUndefined()
  expect(comparableText('क'.repeat(40))).toBeDefined()
})
