import { expect, test } from 'vitest'
import { knownFilters } from '../parts/lists/filters.tsx'
import { knownIn } from './find-search.ts'

test('A value of the address that no request can have is dropped', () => {
  const isKnown = knownIn(['Rhinoplasty', 'Other'])
  const known = { service: 'Rhinoplasty', status: 'booked', form: 'desk', language: 'hi', from: '2026-11-01' }
  expect(knownFilters(known, isKnown)).toEqual(known)
  const unknown = { service: 'Haircut', status: 'constructor', form: 'toString', language: 'Hindi', from: '2026-02-30' }
  for (const campaign of ['x'.repeat(101), 'a\0b'])
    expect(knownFilters({ ...unknown, campaign, to: 'today' }, isKnown)).toEqual({})
})
