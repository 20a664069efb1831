import { describe, expect, it } from 'vitest'
import { type AppointmentField, appointmentPayload, parseAppointment, parseAppointmentCall } from './appointment.ts'
import { SERVICES } from './services.ts'
import { TIME_SLOTS } from './time-slots.ts'

const GOOD = {
  fullname: 'Asha Rao',
  phone: '0000000000',
  email: 'asha@patient.example',
  selected: 'Rhinoplasty',
  time_slot: '02:00pm-04:00pm',
}

/** The message of one field when the others are valid. */
function messageOf(field: AppointmentField, value: unknown) {
  const result = parseAppointment({ ...GOOD, [field]: value })
  if (result.ok) return undefined
  expect(Object.keys(result.errors)).toEqual([field])
  return result.errors[field]
}

describe('The appointment form’s message for', () => {
  const SHORT = 'This field should be at least 4 characters long'
  const TEN = 'Phone No. must have 10 digits'
  const NUMERIC = 'Phone No. must be numeric'
  const EMAIL = 'Value is not a valid email address'
  const ORDINARY = 'Please use ordinary characters'
  const OFFERED = 'Please choose from the list'

  it('A field with a bad value has its message', () => {
    const rows: [AppointmentField, unknown, string | undefined][] = [
      ['fullname', '', 'Name is required'],
      ['fullname', '   ', 'Name is required'],
      ['fullname', 1234, 'Name is required'],
      ['fullname', 'Ash', SHORT],
      ['fullname', 'Asha', undefined],
      ['fullname', '  Asha ', undefined],
      ['fullname', 'आशा', SHORT],
      ['fullname', 'আশা রাও', undefined],
      ['fullname', '𝒜𝒷𝒸', SHORT],
      ['fullname', '𝒜𝒷𝒸𝒹', undefined],
      ['fullname', 'محمد\u200cرضا', undefined],
      ['fullname', "Zoë O'Brien-Łęcka", undefined],
      ['fullname', 'Asha\u0000Rao', ORDINARY],
      ['fullname', 'Asha\tRao', ORDINARY],
      ['fullname', 'Asha\u0085Rao', ORDINARY],
      ['fullname', 'Asha\ud800Rao', ORDINARY],
      ['phone', '', 'Phone No. is required'],
      ['phone', ' ', 'Phone No. is required'],
      ['phone', 9876543210, 'Phone No. is required'],
      ['phone', '000000000', TEN],
      ['phone', '0000000000', undefined],
      ['phone', ' 0000000000 ', undefined],
      ['phone', '00000000000', TEN],
      ['phone', '+910000000000', TEN],
      ['phone', 'abc', TEN],
      ['phone', '98765abcde', NUMERIC],
      ['phone', '00000 0000', NUMERIC],
      ['phone', '00000.0000', NUMERIC],
      ['phone', '-000000000', NUMERIC],
      ['phone', '०१२३४५६७८९', NUMERIC],
      ['email', '', 'Email is required'],
      ['email', '\t', 'Email is required'],
      ['email', {}, 'Email is required'],
      ['email', 'asha', EMAIL],
      ['email', '@patient.example', EMAIL],
      ['email', 'asha@example', EMAIL],
      ['email', 'asha@patient.e', EMAIL],
      ['email', 'asha@patient.42', EMAIL],
      ['email', 'asha@patient..example', EMAIL],
      ['email', 'asha@patient.example.', EMAIL],
      ['email', 'asha@-patient.example', EMAIL],
      ['email', 'asha rao@patient.example', EMAIL],
      ['email', 'asha@@patient.example', EMAIL],
      ['email', '.asha@patient.example', EMAIL],
      ['email', 'as..ha@patient.example', EMAIL],
      ['email', 'a@b.example,c@d.example', EMAIL],
      ['email', 'a@b.example\r\nRCPT TO:<c@d.example>', ORDINARY],
      ['email', 'asha\u0000@patient.example', ORDINARY],
      ['phone', '98765\u000043210', ORDINARY],
      ['email', 'Asha <asha@patient.example>', EMAIL],
      ['email', ' asha@patient.example ', undefined],
      ['email', 'a@b.ex', undefined],
      ['email', "o'brien+test_1@mail.patient.example", undefined],
      ['email', 'आशा@डाक.भारत', undefined],
      ['email', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c', undefined],
      ['selected', '', 'Surgery type is required'],
      ['selected', 'Other', undefined],
      ['selected', 'Face & Neck Lift', undefined],
      ['selected', 'rhinoplasty', OFFERED],
      ['selected', 'Hair Transplant', OFFERED],
      ['selected', null, OFFERED],
      ['time_slot', '', 'Please select preferred time for callback'],
      ['time_slot', 'Anytime', undefined],
      ['time_slot', '10:00pm-12:00am', undefined],
      ['time_slot', 'anytime', OFFERED],
      ['time_slot', '02:00pm - 04:00pm', OFFERED],
      ['time_slot', true, OFFERED],
    ]
    for (const [field, value, message] of rows) {
      expect(messageOf(field, value), `${field} ${value}`).toBe(message)
    }
  })

  it('every field is its required message when all are empty', () => {
    expect(parseAppointment({})).toEqual({
      ok: false,
      errors: {
        fullname: 'Name is required',
        phone: 'Phone No. is required',
        email: 'Email is required',
        selected: 'Surgery type is required',
        time_slot: 'Please select preferred time for callback',
      },
    })
  })

  it('no service is one, at any slot', () => {
    for (const selected of SERVICES) {
      for (const time_slot of TIME_SLOTS)
        expect(parseAppointment({ ...GOOD, selected, time_slot }).ok, selected).toBe(true)
    }
  })

  it('a very long e-mail address is that of a short one, without delay', () => {
    expect(messageOf('email', `${'a-'.repeat(30_000)}@${'b-'.repeat(30_000)}`)).toBe(EMAIL)
  })
})

describe('An appointment', () => {
  it('keeps trimmed values and nothing the form does not have', () => {
    expect(parseAppointment({ ...GOOD, fullname: ' Asha Rao ', email: ' asha@patient.example', admin: true })).toEqual({
      ok: true,
      value: {
        form: 'appointment',
        name: 'Asha Rao',
        phone: '0000000000',
        email: 'asha@patient.example',
        service: 'Rhinoplasty',
        message: null,
        timeSlot: '02:00pm-04:00pm',
      },
    })
  })

  it('is sent with the keys of the specification, in its order', () => {
    const result = parseAppointment(GOOD)
    expect(result.ok && JSON.stringify(appointmentPayload(result.value))).toBe(
      '{"fullname":"Asha Rao","phone":"0000000000","selected":"Rhinoplasty","email":"asha@patient.example","time_slot":"02:00pm-04:00pm","start_time":"02:00pm","end_time":"04:00pm"}',
    )
    const anytime = parseAppointment({ ...GOOD, time_slot: 'Anytime' })
    expect(anytime.ok && appointmentPayload(anytime.value)).toMatchObject({ start_time: null, end_time: null })
  })
})

describe('A call for an appointment', () => {
  const CALL = { ...GOOD, start_time: '02:00pm', end_time: '04:00pm' }
  const OTHER_TIMES = 'Please choose from the list'

  it('is valid when start and end are those of its slot; those of Anytime are null or absent', () => {
    const anytime = { ...GOOD, time_slot: 'Anytime' }
    for (const call of [CALL, anytime, { ...anytime, start_time: null, end_time: null }]) {
      expect(parseAppointmentCall(call).ok).toBe(true)
    }
  })

  it('is refused with other times, after the message for a missing slot and with those of the other fields', () => {
    const rows: [call: Record<string, unknown>, errors: Record<string, string>][] = [
      [{ ...CALL, start_time: '04:00pm', end_time: '06:00pm' }, { time_slot: OTHER_TIMES }],
      [GOOD, { time_slot: OTHER_TIMES }],
      [{ ...CALL, time_slot: 'Anytime' }, { time_slot: OTHER_TIMES }],
      [{ ...CALL, start_time: 14 }, { time_slot: OTHER_TIMES }],
      [{ ...CALL, time_slot: '' }, { time_slot: 'Please select preferred time for callback' }],
      [
        { ...GOOD, fullname: '' },
        { fullname: 'Name is required', time_slot: OTHER_TIMES },
      ],
    ]
    for (const [call, errors] of rows) expect(parseAppointmentCall(call)).toEqual({ ok: false, errors })
  })
})
