/** Whose requests are to be erased, or which one. */
export type ErasureSubject = { email: string } | { phone: string } | { reference: string }

/** How many digits a telephone number has without the prefixes of country and trunk. Source: the forms' rule. */
const NATIONAL_DIGITS = 10

/**
 * Tells whether a stored request is the subject's: by e-mail whatever its case and the spaces around it, by the last
 * ten digits of a phone number, whatever stands before or between them.
 */
export function belongsTo(subject: ErasureSubject): (row: Record<'reference' | 'email' | 'phone', string>) => boolean {
  if ('reference' in subject) return ({ reference }) => reference === subject.reference
  if ('email' in subject) return ({ email }) => comparableEmail(email) === comparableEmail(subject.email)
  return ({ phone }) => comparablePhone(phone) === comparablePhone(subject.phone)
}

function comparableEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

function comparablePhone(phone: string): string {
  return phone.replace(/\D/g, '').slice(-NATIONAL_DIGITS)
}
