import { expect, test } from 'vitest'
import { mainRegion, numberReader } from './telephone-numbers.ts'

const keysIn = (countryPrefix: string, ...typed: string[]) => [
  ...new Set(typed.map((number) => numberReader(countryPrefix)(number).key)),
]

test('The forms in which people type one number are one number, and its neighbours are others', () => {
  const india = ['9876543210', '09876543210', '+91 98765 43210', '919876543210', '00919876543210', '98765\u200b43210']
  expect(keysIn('+91', ...india, '98765.43210', '9876543210.0')).toEqual(['+919876543210'])
  expect(keysIn('+47', '91234567', '+47 91234567', '004791234567')).toEqual(['+4791234567'])
  expect(keysIn('+55', '11912345678', '21912345678')).toHaveLength(2)
  expect(keysIn('+54', '91123456789', '1123456789')).toHaveLength(2)
  expect(keysIn('+39', '0612345678', '+39 06 1234 5678')).toEqual(['+390612345678'])
})

test('What no country has is compared by the digits that were typed, the first thirty of them', () => {
  const read = numberReader('+91')
  expect(read('0000000001')).toEqual({ key: '0000000001', international: null, shown: '0000000001' })
  expect(read('15551234567').international).toBeNull()
  expect(read('7'.repeat(60_000)).key).toBe('7'.repeat(30))
  expect(read('').key).toBe('')
})

test('A number is shown as people of its country write it, and one of another country internationally', () => {
  expect(numberReader('+91')('09876543210').shown).toBe('98765 43210')
  expect(numberReader('+91')('+442079460958').shown).toBe('+44 20 7946 0958')
  expect(numberReader('+1')('2025550123').shown).toBe('(202) 555-0123')
})

test('Each calling code has a main region, and what is none has no region', () => {
  expect(['+1', '+7', '+44', '+91'].map(mainRegion)).toEqual(['US', 'RU', 'GB', 'IN'])
  expect(mainRegion('+999')).toBeUndefined()
})
