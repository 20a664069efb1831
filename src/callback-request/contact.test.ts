import { describe, expect, it, test } from 'vitest'
import { type ContactField, contactPayload, parseContact, parseContactCall } from './contact.ts'

const GOOD = {
  name: 'Asha Rao',
  phone: '0000000000',
  email: 'asha@patient.example',
  time_slot: '02:00pm-04:00pm',
  message: 'Is it long?',
}

/** The message of one field when the others are valid. */
function messageOf(field: ContactField, value: unknown) {
  const result = parseContact({ ...GOOD, [field]: value })
  if (result.ok) return undefined
  expect(Object.keys(result.errors)).toEqual([field])
  return result.errors[field]
}

describe('Get A Callback’s message for', () => {
  const REQUIRED = 'Value is required'
  const NUMERIC = 'Value must be numeric'
  const TEN = 'This field should be at least 10 characters long'
  const ORDINARY = 'Please use ordinary characters'

  it('A field with a bad value has its message', () => {
    const rows: [ContactField, unknown, string | undefined][] = [
      ['name', '', REQUIRED],
      ['name', 'Ash', 'This field should be at least 4 characters long'],
      ['phone', '', REQUIRED],
      ['phone', 'abc', NUMERIC],
      ['phone', '+910000000000', NUMERIC],
      ['phone', '1e10000000', NUMERIC],
      ['phone', '00000 00000', NUMERIC],
      ['phone', '00000.000.00', NUMERIC],
      ['phone', '000000000', TEN],
      ['phone', '0000000000', undefined],
      ['phone', '0'.repeat(60), undefined],
      ['phone', '000000.000', undefined],
      ['phone', '.000000000', undefined],
      ['phone', '00000.000', TEN],
      ['email', '', REQUIRED],
      ['email', 'asha@example', 'Value is not a valid email address'],
      ['time_slot', '', REQUIRED],
      ['time_slot', 'Noon', 'Please choose from the list'],
      ['message', '', undefined],
      ['message', undefined, undefined],
      ['message', '   ', undefined],
      ['message', 'One\nTwo\tThree', undefined],
      ['message', 'क्या'.repeat(1000), undefined],
      ['name', '𝒜'.repeat(200), undefined],
      ['name', '𝒜'.repeat(201), 'Please use at most 200 characters'],
      ['name', `Asha ${'\u0301'.repeat(30)}`, undefined],
      ['name', `Asha ${'\u0301\u0323'.repeat(15)}\u0301`, ORDINARY],
      ['email', `${'a'.repeat(238)}@patient.example`, undefined],
      ['email', `${'a'.repeat(239)}@patient.example`, 'Please use at most 254 characters'],
      ['message', 'x'.repeat(4_001), 'Please use at most 4,000 characters'],
      ['message', `x${'\u0323\u0301'.repeat(16)}`, ORDINARY],
      ['message', 'One\u0000Two', ORDINARY],
      ['message', 'One\udfffTwo', ORDINARY],
      ['message', 5, ORDINARY],
    ]
    for (const [field, value, message] of rows) {
      expect(messageOf(field, value), `${field} ${value}`).toBe(message)
    }
  })
})

describe('A contact request', () => {
  it('keeps its message as typed, with LF as line break', () => {
    const result = parseContact({ ...GOOD, message: ' One\r\nTwo\rThree\n ' })
    expect(result.ok && result.value).toEqual({
      form: 'contact',
      name: 'Asha Rao',
      phone: '0000000000',
      email: 'asha@patient.example',
      service: null,
      message: ' One\nTwo\nThree\n ',
      timeSlot: '02:00pm-04:00pm',
    })
  })

  it('is sent with the names of the specification, in its order; without times for Anytime, and with an empty message', () => {
    const sent = (values: Record<string, string>) => {
      const result = parseContact({ ...GOOD, ...values })
      return result.ok && contactPayload(result.value)
    }
    const person = [
      ['name', 'Asha Rao'],
      ['phone', '0000000000'],
      ['email', 'asha@patient.example'],
    ]
    const times = [
      ['start_time', '02:00pm'],
      ['end_time', '04:00pm'],
    ]
    expect(sent({})).toEqual([...times, ...person, ['message', 'Is it long?']])
    expect(sent({ time_slot: 'Anytime', message: '' })).toEqual([...person, ['message', '']])
  })
})

test('A call to contact us names its slot by its times; without any it means Anytime, whatever slot it names', () => {
  const { time_slot: _, ...CALL } = GOOD
  const slotOf = (call: Record<string, unknown>) => {
    const result = parseContactCall(call)
    return result.ok ? result.value.timeSlot : result.errors
  }
  expect(slotOf({ ...CALL, start_time: '10:00pm', end_time: '12:00am' })).toBe('10:00pm-12:00am')
  expect(slotOf(GOOD)).toBe('Anytime')
  expect(slotOf({ ...CALL, start_time: '10:00pm' })).toEqual({ time_slot: 'Please choose from the list' })
})
