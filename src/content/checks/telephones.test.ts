import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { DepartmentDetails } from '../schema.ts'
import { telephoneMistakes } from './telephones.ts'

const SAMPLE: DepartmentDetails = JSON.parse(readFileSync('content/department.json', 'utf8'))

/** An invented department in the United Kingdom; its numbers are from a range that is kept for fiction. */
const BRITISH = {
  ...SAMPLE,
  sample: false,
  countryPrefix: '+44',
  telephone: '+44 1632 960123',
  callsFrom: '+44 (1632) 960-123',
  emergencyTelephone: '999',
}

const mistakes = (changes: Partial<DepartmentDetails>) =>
  telephoneMistakes({ ...BRITISH, ...changes }, 'department.json')

test('Numbers with spaces, hyphens and brackets dial', () => {
  expect(mistakes({})).toEqual([])
  expect(mistakes({ emergencyTelephone: '+44 1632 960999' })).toEqual([])
  expect(mistakes({ countryPrefix: '+39', telephone: '+39 055 000 0123', callsFrom: '+390550000123' })).toEqual([])
})

test.each([
  ['01632 960123', 'it should begin with the countryPrefix, +44'],
  ['+91 98765 43210', 'it should begin with the countryPrefix, +44'],
  ['+44 1632 CALLUS', 'only digits, spaces, hyphens and brackets can follow the +'],
  ['+44 1632 960123, +44 1632 960124', 'only digits, spaces, hyphens and brackets can follow the +'],
  ['+44 123', 'it has 5 digits; with the country they are 8 to 15'],
  ['+44 1632 960123 960123', 'it has 18 digits; with the country they are 8 to 15'],
  ['+44 (0)1632 960123', 'leave out the 0 after +44, which is for calls inside the country only'],
  ['+44 00000 00000', "it is the sample's number, which is invented"],
  ['', 'it should begin with the countryPrefix, +44'],
])('"%s" does not dial: %s', (telephone, reason) => {
  expect(mistakes({ telephone })).toEqual([`department.json, telephone: "${telephone}" does not dial: ${reason}`])
})

test('The sample’s invented number is the sample’s alone', () => {
  expect(telephoneMistakes(SAMPLE, 'department.json')).toEqual([])
  expect(telephoneMistakes({ ...SAMPLE, sample: false }, 'department.json')).toHaveLength(2)
})

test('A number for emergencies is short, or a whole one', () => {
  for (const emergencyTelephone of ['1', '1234567', '9-9-9', 'police', '']) {
    expect(mistakes({ emergencyTelephone })).toEqual([
      `department.json, emergencyTelephone: "${emergencyTelephone}" does not dial: it should be a short number such as 112, or begin with the countryPrefix`,
    ])
  }
})
