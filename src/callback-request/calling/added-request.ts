import { type ContactField, contactForm } from '../contact.ts'
import { type Offer, SPECIFIED_OFFER } from '../department-facts.ts'
import { choiceField, type FieldErrors, NOT_OFFERED, type ValidationResult, validate } from '../rules.ts'
import { type CallbackDetails, isLanguageCode } from '../stored-request.ts'
import { chosenWindow, type SlotWindow } from './requeue.ts'

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
  const isGiven = (name: string) => values[name] !== undefined && values[name] !== null && values[name] !== ''
  const { email: address, ...required } = contactForm(offer)
  const optional = { email: address, service: choiceField(NOT_OFFERED, offer.services) }
  const given = Object.fromEntries(Object.entries(optional).filter(([name]) => isGiven(name)))
  // A field that is not given has no value.
  const fields = { ...required, ...given } as typeof required & typeof optional
  const read = validate(fields, { ...values, message: values.message ?? '' })
  const errors: FieldErrors<AddedField> = read.ok ? {} : read.errors
  const { language, day } = values
  if (isGiven('language') && !isLanguageCode(language)) errors.language = NOT_OFFERED
  // Also where another field is wrong: its message comes together with theirs.
  const slot = validate({ time_slot: required.time_slot }, values)
  const isDay = slot.ok && typeof day === 'string'
  const window = isDay ? chosenWindow(day, slot.value.time_slot, now, timeZone) : undefined
  if (isGiven('day') && slot.ok && !window) errors.day = 'Please choose a time with at least 15 minutes left'
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  const { name, phone, email = '', service = null, message, time_slot: timeSlot } = read.value
  const details: AddedRequest = { form: 'desk', name, phone, email, service, message: message || null, timeSlot }
  return { ok: true, value: { details, ...(isLanguageCode(language) && { language }), ...(window && { window }) } }
}
