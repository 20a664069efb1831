import { type Offer, SPECIFIED_OFFER } from './department-facts.ts'
import type { ValidationResult } from './rules.ts'
import {
  atLeast,
  atMost,
  choiceField,
  emailField,
  MAX_NAME,
  numeric,
  optionalLinesField,
  textField,
  validate,
} from './rules.ts'
import type { CallbackDetails } from './stored-request.ts'
import { slotFromTimes, splitTimeSlot } from './time-slots.ts'

const REQUIRED = 'Value is required'

/** The Get A Callback form's rules, with the specification's default messages (section 5). */
export function contactForm({ timeSlots, phoneDigits }: Offer) {
  return {
    name: textField(REQUIRED, atLeast(4), atMost(MAX_NAME)),
    phone: textField(REQUIRED, numeric(), atLeast(phoneDigits.least)),
    email: emailField(REQUIRED),
    time_slot: choiceField(REQUIRED, timeSlots),
    message: optionalLinesField(),
  }
}

export type ContactField = keyof ReturnType<typeof contactForm>
export type Contact = CallbackDetails & { form: 'contact' }

/** Validates what a visitor typed into the Get A Callback form. */
export function parseContact(
  values: Readonly<Record<string, unknown>>,
  offer = SPECIFIED_OFFER,
): ValidationResult<Contact, ContactField> {
  const validated = validate(contactForm(offer), values)
  if (!validated.ok) return validated
  const { name, phone, email, time_slot: timeSlot, message } = validated.value
  return { ok: true, value: { form: 'contact', name, phone, email, service: null, message, timeSlot } }
}

/** Validates a call to the server, which names its slot by start and end alone. */
export function parseContactCall(
  payload: Readonly<Record<string, unknown>>,
  offer = SPECIFIED_OFFER,
): ValidationResult<Contact, ContactField> {
  const slot = slotFromTimes(payload.start_time, payload.end_time)
  return parseContact({ ...payload, time_slot: slot ?? 'none that is offered' }, offer)
}

/**
 * The form fields of `POST /api/contact-us` in the order of the specification, section 7. Anytime has no times;
 * `message` is sent even when it is empty.
 */
export function contactPayload(contact: Contact): [name: string, value: string][] {
  const { startTime, endTime } = splitTimeSlot(contact.timeSlot)
  const details: [string, string][] = [
    ['name', contact.name],
    ['phone', contact.phone],
    ['email', contact.email],
    ['message', contact.message],
  ]
  return startTime === null ? details : [['start_time', startTime], ['end_time', endTime], ...details]
}
