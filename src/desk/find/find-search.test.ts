import { expect, test } from 'vitest'
import { knownFilters } from './find-search.ts'

test('A value of the address that no request can have is dropped', () => {
  const known = { service: 'Rhinoplasty', status: 'booked', form: 'desk', language: 'hi', from: '2026-11-01' }
  expect(knownFilters(known, ['Rhinoplasty', 'Other'])).toEqual(known)
  const unknown = {
    service: 'Haircut',
    status: 'constructor',
    form: 'toString',
    language: 'Hindi',
    from: '2026-02-30',
    to: 'today',
  }
  expect(knownFilters(unknown, ['Rhinoplasty', 'Other'])).toEqual({})
  for (const campaign of ['x'.repeat(101), 'a\0b'])
    expect(knownFilters({ campaign }, ['Rhinoplasty', 'Other'])).toEqual({})
})
