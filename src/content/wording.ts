import { appointmentForm } from '../callback-request/appointment.ts'
import { contactForm } from '../callback-request/contact.ts'
import { digitsText, type Offer, SPECIFIED_OFFER } from '../callback-request/department-facts.ts'
import { type Field, NOT_OFFERED } from '../callback-request/rules.ts'
import { SERVICES } from '../callback-request/services.ts'
import { ANYTIME } from '../callback-request/time-slots.ts'

const STATUS_LINES = ['Sending...', 'Thanks for your submission!', 'Please fill the form correctly.']

/** What both forms say of a value that breaks a rule. */
const messagesOf = (offer: Offer): string[] =>
  [...Object.values<Field>(appointmentForm(offer)), ...Object.values<Field>(contactForm(offer))].flatMap(
    ({ rules, wrongType }) => [...rules.map(({ message }) => message), wrongType],
  )

/** What the specification's forms say below their fields. */
export const MESSAGES: readonly string[] = [...STATUS_LINES, ...messagesOf(SPECIFIED_OFFER), NOT_OFFERED]

/**
 * Every text that the specification fixes, word for word. English shows them as they are, and every other language
 * translates each.
 */
export const WORDING: readonly string[] = [
  ...new Set(['Get A Callback', 'Enter Name', 'SEND', 'SUBMIT', ...STATUS_LINES, ANYTIME, ...SERVICES, ...MESSAGES]),
]

/** The classes of the slides' backgrounds, in the order of the slides (the specification, section 3). */
export const BANNERS = ['banner_breast_augmentation', 'banner_abdominoplasty', 'banner_rhinoplasty'] as const

/** The two messages that name the number of digits. */
export const DIGIT_MESSAGES = ['Phone No. must have 10 digits', 'This field should be at least 10 characters long']

/** The services that the slides show, in the order of the slides (the specification, section 1). */
export const SLIDE_SERVICES = ['Breast Augmentation', 'Abdominoplasty', 'Rhinoplasty'] as const

/**
 * A language's translations, also of the messages of a department whose telephone numbers do not have ten digits: in
 * these, its own number stands in place of the 10.
 */
export function translationsFor(wording: Readonly<Record<string, string>>, { phoneDigits }: Offer) {
  const { least } = phoneDigits
  const [all = '', contact = ''] = DIGIT_MESSAGES
  const digits = digitsText(phoneDigits)
  if (digits === '10' || !wording[all]) return wording
  return {
    ...wording,
    [all.replace('10', digits)]: wording[all].replace('10', digitsText(phoneDigits, '–')),
    [contact.replace('10', String(least))]: (wording[contact] ?? contact).replace('10', String(least)),
  }
}
