import { describe, expect, test } from 'vitest'
import { comparableText, hasSpamSignals } from './spam-signals.ts'

const PERSON = { decoy: '', message: 'Please call me in the evening.', addresses: 1 }

test('What a person sends is not suspected, nor is a form without a message', () => {
  expect(hasSpamSignals(PERSON)).toBe(false)
  expect(hasSpamSignals({ ...PERSON, message: '' })).toBe(false)
  expect(hasSpamSignals({ ...PERSON, message: null })).toBe(false)
})

test('A decoy that was filled in is suspected, whatever is in it', () => {
  for (const decoy of ['x', ' ', 'on']) expect(hasSpamSignals({ ...PERSON, decoy }), decoy).toBe(true)
})

describe('Links', () => {
  test.each([
    ['none', false],
    ['my scar: https://pictures.example/1.jpg', false],
    ['before https://pictures.example/1.jpg and after www.pictures.example/2.jpg', false],
    ['https://a.example https://b.example https://c.example', true],
    ['http://a.example\nwww.b.example\nHTTPS://WWW.c.example', true],
    ['<a href="https://a.example">x</a>[url=https://b.example]y[/url] https://c.example', true],
    ['https://www.a.example and https://www.b.example, each one link', false],
    ['clinic.pdf, scan.jpg, report.docx, a.rao@people.example', false],
    ['www www www, http http http, https:// https:// https://', false],
  ])('%s', (message, suspected) => {
    expect(hasSpamSignals({ ...PERSON, message })).toBe(suspected)
  })
})

test('The same text is suspected from the fifth address on', () => {
  const suspected = [1, 2, 3, 4, 5, 6, 99].filter((addresses) => hasSpamSignals({ ...PERSON, addresses }))
  expect(suspected).toEqual([5, 6, 99])
})

test('A message is compared without regard to case and spacing, and not at all when it is short', () => {
  const text = 'Earn money from home, write to our manager today'
  expect(comparableText(`  ${text.toUpperCase()}\n`)).toBe(comparableText(text.replaceAll(' ', '\n  ')))
  expect(comparableText(text)).not.toBe(comparableText(`${text}!`))
  expect(comparableText('a'.repeat(39))).toBeUndefined()
  expect(comparableText(` ${'a'.repeat(39)} `)).toBeUndefined()
  expect(comparableText('😀'.repeat(39))).toBeUndefined()
  expect(comparableText('क'.repeat(40))).toBeDefined()
})
