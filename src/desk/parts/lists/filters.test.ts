import { expect, test } from 'vitest'
import { readFilters } from './filters.tsx'

const FILTERS = [
  { name: 'service', label: 'Service', options: ['Rhinoplasty'] },
  { name: 'status', label: 'Status', options: [{ value: 'booked', text: 'Booked' }] },
  { name: 'staff', label: 'Staff', options: [] },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'campaign', label: 'Campaign', maxLength: 100 },
] as const

test('A value of the address that no filter offers is dropped, also a day that there is not', () => {
  const known = { service: 'Rhinoplasty', status: 'booked', staff: 'x', from: '2026-11-01', campaign: 'autumn' }
  expect(readFilters(FILTERS, { ...known, other: 'x' })).toEqual({ values: known, hasUnknown: false })
  expect(readFilters(FILTERS, { service: '' })).toEqual({ values: {}, hasUnknown: false })
  for (const unknown of [
    { service: 'Haircut' },
    { status: 'constructor' },
    { from: '2026-02-30' },
    { campaign: 'x'.repeat(101) },
    { campaign: 'a\0b' },
  ] as Record<string, string>[])
    expect(readFilters(FILTERS, unknown)).toEqual({ values: {}, hasUnknown: true })
})
