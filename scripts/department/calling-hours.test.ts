import { describe, expect, it } from 'vitest'
import { callingHoursOf, typedHours } from './calling-hours.ts'

describe('Calling hours', () => {
  it.each([
    ['Mo-Fr 09:00-18:00', 'Mo-Fr 09:00-18:00'],
    ['Monday to Thursday, Saturday 9 am - 5:30 pm', 'Mo-Th, Sa 09:00-17:30'],
    ['mon,weds & fri: 10.30–16', 'Mo, We, Fr 10:30-16:00'],
    ['Su-Th 9-17', 'Mo-Th, Su 09:00-17:00'],
    ['Tuesdays 12pm until 12am', 'Tu 12:00-24:00'],
    ['daily 8-20', 'Mo-Su 08:00-20:00'],
    ['24/7', 'Mo-Su 00:00-24:00'],
  ])('are read from "%s"', (typed, shown) => {
    const hours = callingHoursOf(typed)
    expect(hours && typedHours(hours)).toBe(shown)
  })

  it.each([
    '',
    'Mo-Fr',
    '9-5',
    'Fr 18:00-09:00',
    'Foo 9-17',
    'Mo 9-25',
    'Mo 7:60-8',
    'Mo 13pm-2pm',
    'Mo 9-12, Tu 9-17',
  ])('are not read from "%s"', (typed) => {
    expect(callingHoursOf(typed)).toBeUndefined()
  })
})
