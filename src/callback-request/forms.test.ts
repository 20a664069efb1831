import { expect, test } from 'vitest'
import { parseAppointment, parseAppointmentCall } from './appointment.ts'
import { parseContact, parseContactCall } from './contact.ts'
import type { ValidationResult } from './rules.ts'
import { SERVICES } from './services.ts'
import { TIME_SLOTS } from './time-slots.ts'

const PERSON = { phone: '0000000000', email: 'asha@patient.example', time_slot: '02:00pm-04:00pm' }
const APPOINTMENT = { ...PERSON, fullname: 'Asha Rao', selected: 'Rhinoplasty' }
const CONTACT = { ...PERSON, name: 'Asha Rao', message: 'Is it long?' }

const SHORT = 'This field should be at least 4 characters long'
const EMAIL = 'Value is not a valid email address'
const ORDINARY = 'Please use ordinary characters'
const OFFERED = 'Please choose from the list'

/** Texts of four characters or more in which there is nothing to see. */
const UNSEEN = [
  '\u200b\u200b\u200b\u200b',
  '\u200c\u200d\u2060\ufeff',
  ' \u00ad\t\u200b \u180e',
  '\u3164\u3164\u2800\u2800',
]

/** The values of each field that have a message, or that have none, while all other fields are valid. */
type Messages = Record<string, [message: string | undefined, ...values: unknown[]][]>

const OF_APPOINTMENT: Messages = {
  fullname: [
    ['Name is required', '', '   ', 1234, ...UNSEEN],
    [SHORT, 'Ash', 'आशा', '𝒜𝒷𝒸', '\tAsh\v'],
    [undefined, 'Asha', '  Asha ', 'আশা রাও', '𝒜𝒷𝒸𝒹', 'محمد\u200cرضا', "Zoë O'Brien-Łęcka"],
    [undefined, '12345', 'Asha\tRao', 'Asha\vRao', 'Asha\fRao', '\u200bAsha'],
    [ORDINARY, 'Asha\u0000Rao', '\u0000\u0000\u0000\u0000', 'Asha\u0085Rao', 'Asha\ud800Rao', 'Asha\nRao'],
  ],
  phone: [
    ['Phone No. is required', '', ' ', 9876543210],
    ['Phone No. must have 10 digits', '000000000', '00000000000', '+910000000000', 'abc'],
    ['Phone No. must be numeric', '98765abcde', '00000 0000', '00000.0000', '-000000000', '०१२३४५६७८९'],
    [ORDINARY, '98765\u000043210'],
    [undefined, '0000000000', ' 0000000000 '],
  ],
  email: [
    ['Email is required', '', '\t', {}, ...UNSEEN],
    [EMAIL, 'asha', '@patient.example', 'asha@example', 'asha@patient.e', 'asha@patient.42', 'asha@patient..example'],
    [EMAIL, 'asha@patient.example.', 'asha@-patient.example', 'asha rao@patient.example', 'asha@@patient.example'],
    [EMAIL, '.asha@patient.example', 'as..ha@patient.example', 'a@b.example,c@d.example', 'Asha <a@b.example>'],
    [EMAIL, `${'a-'.repeat(30_000)}@${'b-'.repeat(30_000)}`], // without delay
    [ORDINARY, 'a@b.example\r\nRCPT TO:<c@d.example>', 'asha\u0000@patient.example'],
    [undefined, ' asha@patient.example ', 'a@b.ex', "o'brien+test_1@mail.patient.example", 'आशा@डाक.भारत'],
    [undefined, 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    [
      undefined,
      '\u200basha@b.example',
      'asha\u2060@b.ex\u00admple',
      'asha@b.example\u200d\u202c',
      'as\ufeffha@b.example',
    ],
  ],
  selected: [
    ['Surgery type is required', ''],
    [OFFERED, 'rhinoplasty', 'Hair Transplant', null],
    [undefined, ...SERVICES],
  ],
  time_slot: [
    ['Please select preferred time for callback', ''],
    [OFFERED, 'anytime', '02:00pm - 04:00pm', true],
    [undefined, ...TIME_SLOTS],
  ],
}

const REQUIRED = 'Value is required'

const OF_CONTACT: Messages = {
  name: [
    [REQUIRED, '', ...UNSEEN],
    [SHORT, 'Ash'],
    [undefined, '𝒜'.repeat(200), `Asha ${'\u0301'.repeat(30)}`],
    ['Please use at most 200 characters', '𝒜'.repeat(201)],
    [ORDINARY, `Asha ${'\u0301\u0323'.repeat(15)}\u0301`],
  ],
  phone: [
    [REQUIRED, ''],
    ['Value must be numeric', 'abc', '+910000000000', '1e10000000', '00000 00000', '00000.000.00'],
    ['This field should be at least 10 characters long', '000000000', '00000.000'],
    [undefined, '0000000000', '0'.repeat(60), '000000.000', '.000000000'],
  ],
  email: [
    [REQUIRED, '', ...UNSEEN],
    [EMAIL, 'asha@example', 'asha@\u200bexample'],
    [undefined, `${'a'.repeat(238)}@patient.example`],
    ['Please use at most 254 characters', `${'a'.repeat(239)}@patient.example`],
  ],
  time_slot: [
    [REQUIRED, ''],
    [OFFERED, 'Noon'],
  ],
  message: [
    [undefined, '', undefined, '   ', 'One\nTwo\tThree', 'One\vTwo\fThree', 'क्या'.repeat(1000)],
    ['Please use at most 4,000 characters', 'x'.repeat(4_001)],
    [ORDINARY, `x${'\u0323\u0301'.repeat(16)}`, 'One\u0000Two', 'One\udfffTwo', 5],
  ],
}

test.each<[string, Messages, (changes: object) => ValidationResult<unknown>]>([
  ['The appointment form', OF_APPOINTMENT, (changes) => parseAppointment({ ...APPOINTMENT, ...changes })],
  ['Get A Callback', OF_CONTACT, (changes) => parseContact({ ...CONTACT, ...changes })],
])('%s has its message for each bad value, and none for a good one', (_, fields, parse) => {
  for (const [field, rows] of Object.entries(fields)) {
    for (const [message, ...values] of rows) {
      for (const value of values) {
        const result = parse({ [field]: value })
        const errors = result.ok ? {} : result.errors
        expect(errors, `${field} ${value}`.slice(0, 80)).toEqual(message === undefined ? {} : { [field]: message })
      }
    }
  }
})

test('A call takes an appointment only with the times of its slot, which are null or absent for Anytime', () => {
  const call = { ...APPOINTMENT, start_time: '02:00pm', end_time: '04:00pm' }
  const anytime = { ...APPOINTMENT, time_slot: 'Anytime' }
  const otherTimes = { time_slot: OFFERED }
  const rows: [call: Record<string, unknown>, errors?: Record<string, string>][] = [
    [call],
    [anytime],
    [{ ...anytime, start_time: null, end_time: null }],
    [{ ...call, start_time: '04:00pm', end_time: '06:00pm' }, otherTimes],
    [APPOINTMENT, otherTimes],
    [{ ...call, time_slot: 'Anytime' }, otherTimes],
    [{ ...call, start_time: 14 }, otherTimes],
    [{ ...call, time_slot: '' }, { time_slot: 'Please select preferred time for callback' }],
    [
      { ...APPOINTMENT, fullname: '' },
      { ...otherTimes, fullname: 'Name is required' },
    ],
  ]
  for (const [sent, errors] of rows) {
    const result = parseAppointmentCall(sent)
    expect(result.ok ? undefined : result.errors, JSON.stringify(sent)).toEqual(errors)
  }
})

test('A contact request keeps its message as typed, with LF as line break', () => {
  const result = parseContact({ ...CONTACT, message: ' One\r\nTwo\rThree\vFour\f\tFive\u200d\n ' })
  const kept = { form: 'contact', service: null, message: ' One\nTwo\nThree\nFour\n\tFive\u200d\n ' }
  expect(result.ok && result.value).toMatchObject(kept)
})

test('What nobody sees is not sent: invisible characters of an address, and tabs of a line, which become spaces', () => {
  const typed = { email: '\u200basha@\u2060patient.example\ufeff', name: '\tAsha\tRao\vIyer ' }
  const kept = { email: 'asha@patient.example', name: 'Asha Rao Iyer' }
  for (const result of [
    parseContact({ ...CONTACT, ...typed }),
    parseAppointment({ ...APPOINTMENT, ...typed, fullname: typed.name }),
  ])
    expect(result.ok && result.value).toMatchObject(kept)
})

test('A call takes a contact request with the times of its slot; without any it means Anytime, whatever slot it names', () => {
  const slotOf = (times: Record<string, unknown>) => {
    const result = parseContactCall({ ...CONTACT, ...times })
    return result.ok ? result.value.timeSlot : result.errors
  }
  expect(slotOf({ start_time: '10:00pm', end_time: '12:00am' })).toBe('10:00pm-12:00am')
  expect(slotOf({})).toBe('Anytime')
  expect(slotOf({ start_time: '10:00pm' })).toEqual({ time_slot: OFFERED })
})
