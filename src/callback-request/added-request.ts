import { chosenWindow, type SlotWindow } from './calling/requeue.ts'
import { type ContactField, contactForm } from './contact.ts'
import { type Offer, SPECIFIED_OFFER } from './department-facts.ts'
import { choiceField, type FieldErrors, NOT_OFFERED, type ValidationResult, validate } from './rules.ts'
import { type CallbackDetails, isLanguageCode } from './stored-request.ts'

export type AddedRequest = CallbackDetails & { form: 'desk' }

type AddedField = ContactField | 'service' | 'language' | 'day'

/**
 * Validates a callback that staff add for somebody who telephones or comes in: by the rules of the contact form, but the
 * e-mail address, the message, the service, the language and the day may be missing.
 *
 * @param timeZone in which the day is
 * @returns also the language, and the window on the chosen day; undefined where nothing was chosen
 */
export function parseAddedRequest(
  values: Readonly<Record<string, unknown>>,
  now: Date,
  timeZone: string,
  offer: Offer = SPECIFIED_OFFER,
): ValidationResult<{ details: AddedRequest; language?: string; window?: SlotWindow['window'] }, AddedField> {
  const errors: FieldErrors<AddedField> = {}
  const isGiven = (name: string) => values[name] !== undefined && values[name] !== null && values[name] !== ''
  const { email, ...otherFields } = contactForm(offer)
  const read = validate(otherFields, { ...values, message: values.message ?? '' })
  if (!read.ok) Object.assign(errors, read.errors)
  const address = isGiven('email') ? validate({ email }, values) : undefined
  if (address && !address.ok) Object.assign(errors, address.errors)
  const service = isGiven('service')
    ? validate({ service: choiceField(NOT_OFFERED, offer.services) }, values)
    : undefined
  if (service && !service.ok) Object.assign(errors, service.errors)
  const { language } = values
  if (isGiven('language') && !isLanguageCode(language)) errors.language = NOT_OFFERED
  const day = typeof values.day === 'string' && read.ok ? values.day : undefined
  const window = day === undefined || !read.ok ? undefined : chosenWindow(day, read.value.time_slot, now, timeZone)
  if (isGiven('day') && read.ok && !window) errors.day = 'Please choose a time with at least 15 minutes left'
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  const { name, phone, time_slot: timeSlot, message } = read.value
  const details: AddedRequest = {
    form: 'desk',
    name,
    phone,
    email: address?.ok ? address.value.email : '',
    service: service?.ok ? service.value.service : null,
    message: message === '' ? null : message,
    timeSlot,
  }
  return { ok: true, value: { details, ...(isLanguageCode(language) && { language }), ...(window && { window }) } }
}
