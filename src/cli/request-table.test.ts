import { expect, test } from 'vitest'
import { APPOINTMENT } from '../../tests/support/samples.ts'
import { tableOf } from './request-table.ts'

test('A name with a direction override does not reorder its row, and the row stays aligned', () => {
  const [header = '', row = ''] = tableOf([{ ...APPOINTMENT, name: 'Asha \u2069\u202eInvented' }]).split('\n')
  expect(row).toMatch(/ {2}\u2068Asha \u202eInvented\u2069 {2}9876543210$/)
  expect(row.replace(/\p{Bidi_Control}/gu, '').indexOf('9876543210')).toBe(header.indexOf('Phone'))
})

test('A name that needs no isolation is shown as it was typed', () => {
  expect(tableOf([{ ...APPOINTMENT, name: 'आशा देवी' }])).toContain('  आशा देवी  ')
})
