import { phoneReadings } from '../../../callback-request/phone-key.ts'
import { comparableEmail } from '../../../callback-request/search-text.ts'

/** The person whose requests are erased, or the one request. */
export type ErasureSubject = { email: string } | { phone: string } | { reference: string }

/**
 * Finds out whether a stored request belongs to the subject: by e-mail, ignoring case and surrounding spaces, or by the
 * last ten digits of a phone number, whatever is before or between them, also when it was typed with a decimal part.
 */
export function belongsTo(subject: ErasureSubject): (row: Record<'reference' | 'email' | 'phone', string>) => boolean {
  if ('reference' in subject) return ({ reference }) => reference === subject.reference
  if ('email' in subject) return ({ email }) => comparableEmail(email) === comparableEmail(subject.email)
  const wanted = phoneReadings(subject.phone)
  return ({ phone }) => phoneReadings(phone).some((reading) => wanted.includes(reading))
}
