import { expect, test } from 'vitest'
import { normalized } from './normalized.ts'

test('Each form is that of the platform; a text whose marks would take the square of their number is left as it is', () => {
  for (const form of ['NFC', 'NFD', 'NFKC'] as const) {
    for (const text of ['Ạ́sha', 'A\u0323\u0301sha', 'आशा', 'ﬁne', `a${'\u0301\u0323'.repeat(15)}`]) {
      expect(normalized(text, form), form).toBe(text.normalize(form))
    }
  }
  const text = `a${'\u0301\u0323'.repeat(31_000)}`
  expect(text.slice(0, 40).normalize('NFC')).not.toBe(text.slice(0, 40))
  expect(normalized(text)).toBe(text)
})
