import { expect, test } from 'vitest'
import { telephoneMistakes } from './telephones.ts'

/** An invented department in the United Kingdom; its numbers are from a range that is kept for fiction. */
const BRITISH = { sample: false, countryPrefix: '+44', telephone: '+44 1632 960123', callsFrom: '+44 (1632) 960-123' }
const SAMPLE = { sample: true, countryPrefix: '+91', telephone: '+91 00000 00000', emergencyTelephone: '112' }

const mistakes = (changes: object) => telephoneMistakes({ ...BRITISH, ...changes }, 'department.json')

test('Numbers dial with spaces, hyphens and brackets, and the sample’s invented one for the sample alone', () => {
  expect(mistakes({ emergencyTelephone: '+44 1632 960999' })).toEqual([])
  expect(mistakes({ countryPrefix: '+39', telephone: '+39 055 000 0123', callsFrom: '+390550000123' })).toEqual([])
  expect(mistakes(SAMPLE)).toHaveLength(1)
  expect(telephoneMistakes(SAMPLE, 'department.json')).toEqual([])
})

test('A number that does not dial has a line that says why', () => {
  for (const [telephone, reason] of [
    ['01632 960123', 'it should begin with the countryPrefix, +44'],
    ['+91 98765 43210', 'it should begin with the countryPrefix, +44'],
    ['+44 1632 CALLUS', 'only digits, spaces, hyphens and brackets can follow the +'],
    ['+44 123', 'it has 5 digits; with the country they are 8 to 15'],
    ['+44 (0)1632 960123', 'leave out the 0 after +44, which is for calls inside the country only'],
    ['+44 00000 00000', "it is the sample's number, which is invented"],
  ])
    expect(mistakes({ telephone })).toEqual([`department.json, telephone: "${telephone}" does not dial: ${reason}`])
  for (const emergencyTelephone of ['1', '9-9-9', 'police', ''])
    expect(mistakes({ emergencyTelephone })).toEqual([
      `department.json, emergencyTelephone: "${emergencyTelephone}" does not dial: it should be a short number such as 112, or begin with the countryPrefix`,
    ])
})
