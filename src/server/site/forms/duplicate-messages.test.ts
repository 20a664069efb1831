import { expect, test } from 'vitest'
import { DuplicateMessages } from './duplicate-messages.ts'

const NOW = new Date('2026-11-20T09:30:00.000Z')
const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

test('A text is forgotten a day after it was first sent', () => {
  const texts = new DuplicateMessages()
  texts.addressesOf('one text', '203.0.113.1', NOW)
  expect(texts.addressesOf('one text', '203.0.113.2', hoursLater(23))).toBe(2)
  expect(texts.addressesOf('one text', '203.0.113.3', hoursLater(24))).toBe(1)
})

test('However many texts and addresses are sent, memory is bounded, and the latest are remembered', () => {
  const texts = new DuplicateMessages()
  for (let number = 0; number < 5_000; number++) texts.addressesOf(`text ${number}`, '203.0.113.1', NOW)
  expect(texts.size).toBe(1_000)
  expect(texts.addressesOf('text 4001', '203.0.113.2', NOW)).toBe(2)
  expect(texts.addressesOf('text 0', '203.0.113.2', NOW)).toBe(1)
  for (let host = 0; host < 200; host++) texts.addressesOf('text 4999', `198.51.100.${host}`, NOW)
  expect(texts.addressesOf('text 4999', '203.0.113.99', NOW)).toBe(20)
})
