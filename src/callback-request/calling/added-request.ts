import { type ContactField, contactForm } from '../contact.ts'
import { type Offer, SPECIFIED_OFFER } from '../department-facts.ts'
import { choiceField, type FieldErrors, NOT_OFFERED, optional, type ValidationResult, validate } from '../rules.ts'
import type { CallbackDetails } from '../stored-request.ts'
import { chosenWindow, NO_SUCH_TIME, type Window } from './windows.ts'

type AddedField = ContactField | 'service' | 'language' | 'day'

/**
 * Validates a callback that staff add for somebody who telephones or comes in: by the rules of the contact form, but the
 * e-mail address, the message, the service, the language and the day may be missing.
 *
 * @param timeZone in which the day is
 * @param languages the codes of those that the site has
 * @returns also the language, and the window on the chosen day; undefined where nothing was chosen
 */
export function parseAddedRequest(
  values: Readonly<Record<string, unknown>>,
  now: Date,
  timeZone: string,
  languages: readonly string[],
  offer: Offer = SPECIFIED_OFFER,
): ValidationResult<{ details: CallbackDetails & { form: 'desk' }; language?: string; window?: Window }, AddedField> {
  const { email, ...required } = contactForm(offer)
  const service = optional(choiceField(NOT_OFFERED, offer.services))
  const fields = {
    ...required,
    email: optional(email),
    service,
    language: optional(choiceField(NOT_OFFERED, languages)),
  }
  const { day = '', ...given } = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const read = validate(fields, given)
  const errors: FieldErrors<AddedField> = read.ok ? {} : read.errors
  // Also where another field is wrong: its message comes together with theirs.
  const slot = validate({ time_slot: required.time_slot }, given)
  const isDay = slot.ok && typeof day === 'string'
  const window = isDay ? chosenWindow(day, slot.value.time_slot, now, timeZone) : undefined
  if (day !== '' && slot.ok && !window) errors.day = NO_SUCH_TIME
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  const { time_slot: timeSlot, language, ...own } = read.value
  const details = {
    ...own,
    form: 'desk',
    service: own.service || null,
    message: own.message || null,
    timeSlot,
  } as const
  return { ok: true, value: { details, ...(language && { language }), ...(window && { window }) } }
}
