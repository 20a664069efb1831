import { expect, test } from 'vitest'
import { comparableText, suspicionOf } from './spam-signals.ts'

const PERSON = { honeypot: '', message: 'Please call me in the evening.', phone: '9876543210', addresses: 1 }

test('A filled honeypot is a spam signal, whatever its value; a request without a message is none', () => {
  for (const honeypot of ['x', ' ', 'on']) expect(suspicionOf({ ...PERSON, honeypot }), honeypot).toBe('honeypot')
  for (const message of ['', null]) expect(suspicionOf({ ...PERSON, message })).toBeNull()
})

test('Three links or more in a message are a spam signal, also in markup', () => {
  const rows = [
    ['none', null],
    ['before https://pictures.example/1.jpg and after www.pictures.example/2.jpg', null],
    ['https://a.example https://b.example https://c.example', 'links'],
    ['http://a.example\nwww.b.example\nHTTPS://WWW.c.example', 'links'],
    ['<a href="https://a.example">x</a>[url=https://b.example]y[/url] https://c.example', 'links'],
    ['https://www.a.example and https://www.b.example, each one link', null],
    ['clinic.pdf, scan.jpg, report.docx, a.rao@people.example', null],
    ['www www www, http http http, https:// https:// https://', null],
  ] as const
  for (const [message, suspicion] of rows) expect(suspicionOf({ ...PERSON, message }), message).toBe(suspicion)
})

test('The same text is a spam signal from the fifth address on, and so is a number of more than 20 digits', () => {
  const reasons = [1, 4, 5, 99].map((addresses) => suspicionOf({ ...PERSON, addresses }))
  expect(reasons).toEqual([null, null, 'same_text', 'same_text'])
  const numbers = ['9'.repeat(20), '9'.repeat(21), `98765.${'4'.repeat(15)}`, `98765.${'4'.repeat(16)}`]
  const long = numbers.map((phone) => suspicionOf({ ...PERSON, phone }))
  expect(long).toEqual([null, 'long_number', null, 'long_number'])
})

test('Messages are compared without case and spacing, and short ones not at all', () => {
  const text = 'Earn money from home, write to our manager today'
  expect(comparableText(`  ${text.toUpperCase()}\n`)).toBe(comparableText(text.replaceAll(' ', '\n  ')))
  expect(comparableText(text)).not.toBe(comparableText(`${text}!`))
  for (const short of [` ${'a'.repeat(39)} `, '😀'.repeat(39)]) expect(comparableText(short)).toBeUndefined()
  expect(comparableText('क'.repeat(40))).toBeDefined()
})
