import { expect, test } from 'vitest'
import { roomOf, tooLong } from './letters.ts'

test('Texts need room by the widths of their letters, and the message counts letters as a reader does', () => {
  const text = 'A tummy tuck is a major operation. Find out what it involves before you come to see us.'
  expect(roomOf(text) / text.length).toBeCloseTo(1, 1)
  expect(roomOf('mmmm')).toBeGreaterThan(2 * roomOf('iiii'))
  expect(roomOf('é'.normalize('NFD'))).toBe(roomOf('e'))
  expect(roomOf('鼻の手術')).toBeGreaterThan(roomOf('nose'))
  expect(tooLong('Rhinoplasty', 20)).toBeUndefined()
  expect(tooLong('Rhinoplasty', 10)).toBe('has 11 letters; at most 9 fit')
  expect(tooLong('प्लास्टिक सर्जरी', 8)).toBe('has 7 letters; at most 4 fit')
})
