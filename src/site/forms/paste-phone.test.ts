import { describe, expect, it } from 'vitest'
import { tenDigitsOf } from './paste-phone.ts'

describe('A pasted telephone number', () => {
  it.each([
    ['0000000000', '0000000000'],
    ['+91 00000 00000', '0000000000'],
    ['+91-00000-00000', '0000000000'],
    ['(00000) 00000', '0000000000'],
    ['[00000]\u00a000000', '0000000000'],
    ['00000\u201100000', '0000000000'],
    ['\u202a+91 00000 00000\u202c', '0000000000'],
    ['  0000000000\n', '0000000000'],
  ])('%j is %s', (pasted, digits) => {
    expect(tenDigitsOf(pasted, '+91')).toBe(digits)
  })

  it.each([
    '',
    '+91',
    '000000000',
    '00000000000',
    '910000000000',
    '+44 00000 00000',
    '00000.00000',
    '0000000000 ext 1',
    'call me',
    '०००००००००० ',
  ])('%j is left as it is', (pasted) => {
    expect(tenDigitsOf(pasted, '+91')).toBeUndefined()
  })
})
