import { digitsText, type Offer, SPECIFIED_OFFER } from './department-facts.ts'
import type { ValidationResult } from './rules.ts'
import {
  atLeast,
  atMost,
  choiceField,
  digitsOnly,
  emailField,
  MAX_NAME,
  NOT_OFFERED,
  textField,
  validate,
} from './rules.ts'
import type { CallbackDetails } from './stored-request.ts'
import { slotFromTimes, splitTimeSlot } from './time-slots.ts'

/** The appointment form's rules and messages (specification, section 5), in the order of its fields. */
export function appointmentForm({ services, timeSlots, phoneDigits }: Offer) {
  const digits = `Phone No. must have ${digitsText(phoneDigits)} digits`
  return {
    fullname: textField('Name is required', atLeast(4), atMost(MAX_NAME)),
    phone: textField(
      'Phone No. is required',
      atMost(phoneDigits.most, digits),
      atLeast(phoneDigits.least, digits),
      digitsOnly('Phone No. must be numeric'),
    ),
    email: emailField('Email is required'),
    time_slot: choiceField('Please select preferred time for callback', timeSlots),
    selected: choiceField('Surgery type is required', services),
  }
}

export type AppointmentField = keyof ReturnType<typeof appointmentForm>
export type Appointment = CallbackDetails & { form: 'appointment' }

/** Validates what a visitor typed into the appointment form. */
export function parseAppointment(
  values: Readonly<Record<string, unknown>>,
  offer = SPECIFIED_OFFER,
): ValidationResult<Appointment, AppointmentField> {
  const validated = validate(appointmentForm(offer), values)
  if (!validated.ok) return validated
  const { fullname: name, phone, email, selected: service, time_slot: timeSlot } = validated.value
  return { ok: true, value: { form: 'appointment', name, phone, email, service, message: null, timeSlot } }
}

/** Validates a call to the server: by the form's rules, and start and end must be those of the slot. */
export function parseAppointmentCall(
  payload: Readonly<Record<string, unknown>>,
  offer = SPECIFIED_OFFER,
): ValidationResult<Appointment, AppointmentField> {
  const form = parseAppointment(payload, offer)
  const { time_slot: slot } = payload
  const times = slotFromTimes(payload.start_time, payload.end_time)
  if (typeof slot !== 'string' || slot.trim() === times) return form
  return { ok: false, errors: { time_slot: NOT_OFFERED, ...(form.ok ? {} : form.errors) } }
}

/** The JSON body of `POST /api/appointment`, its keys in the order of the specification, section 7. */
export function appointmentPayload(appointment: Appointment) {
  const { startTime, endTime } = splitTimeSlot(appointment.timeSlot)
  return {
    fullname: appointment.name,
    phone: appointment.phone,
    selected: appointment.service,
    email: appointment.email,
    time_slot: appointment.timeSlot,
    start_time: startTime,
    end_time: endTime,
  }
}
