import { APPOINTMENT_FORM } from '../callback-request/appointment.ts'
import { CONTACT_FORM } from '../callback-request/contact.ts'
import { type Field, NOT_OFFERED } from '../callback-request/rules.ts'
import { SERVICES } from '../callback-request/services.ts'
import { ANYTIME } from '../callback-request/time-slots.ts'

/** Texts of the page that the specification fixes: both forms' headings, placeholders, buttons and status lines. */
const FIXED = [
  'Get A Callback',
  'Enter Name',
  'SEND',
  'SUBMIT',
  'Sending...',
  'Thanks for your submission!',
  'Please fill the form correctly.',
  ANYTIME,
]

const messages = [...Object.values<Field>(APPOINTMENT_FORM), ...Object.values<Field>(CONTACT_FORM)].flatMap(
  ({ rules, wrongType }) => [...rules.map(({ message }) => message), wrongType],
)

/**
 * Every text that the specification fixes, word for word. English shows them as they are, and every other language
 * translates each.
 */
export const WORDING: readonly string[] = [...new Set([...FIXED, ...SERVICES, ...messages, NOT_OFFERED])]
