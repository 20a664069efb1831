import { expect, test } from 'vitest'
import { SPECIFIED_OFFER } from './department-facts.ts'
import { digitsOf } from './phone-number.ts'

const INDIAN = { countryPrefix: '+91', offer: SPECIFIED_OFFER }

test('A pasted number becomes its digits; any other text is left as it is', () => {
  for (const pasted of [
    ...['0000000000', '+91 00000 00000', '+91-00000-00000', '(00000) 00000', '[00000]\u00a000000', '00000\u201100000'],
    ...['\u202a+91 00000 00000\u202c', '  0000000000\n'],
  ])
    expect(digitsOf(pasted, INDIAN), pasted).toBe('0000000000')
  for (const pasted of [
    ...['', '+91', '000000000', '00000000000', '910000000000', '+44 00000 00000', '00000.00000', '0000000000 ext 1'],
    ...['call me', '०००००००००० '],
  ])
    expect(digitsOf(pasted, INDIAN), pasted).toBeUndefined()
})

test('It has as many digits as the department says', () => {
  const kenyan = { countryPrefix: '+254', offer: { phoneDigits: { least: 9, most: 10 } } }
  const pasted = ['+254 000 000 001', '0000 000 001', '00000001', '+91 00000 00001']
  expect(pasted.map((number) => digitsOf(number, kenyan))).toEqual(['000000001', '0000000001', undefined, undefined])
})
