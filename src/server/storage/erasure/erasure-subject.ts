/** Whose requests are to be erased, or which one. */
export type ErasureSubject = { email: string } | { phone: string } | { reference: string }

/** How many digits a telephone number has without the prefixes of country and trunk. Source: the forms' rule. */
const NATIONAL_DIGITS = 10

/**
 * Tells whether a stored request is the subject's: by e-mail whatever its case and the spaces around it, by the last
 * ten digits of a phone number, whatever stands before or between them, also when it was typed with a decimal part.
 */
export function belongsTo(subject: ErasureSubject): (row: Record<'reference' | 'email' | 'phone', string>) => boolean {
  if ('reference' in subject) return ({ reference }) => reference === subject.reference
  if ('email' in subject) return ({ email }) => comparableEmail(email) === comparableEmail(subject.email)
  const asked = phoneReadings(subject.phone)
  return ({ phone }) => phoneReadings(phone).some((reading) => asked.includes(reading))
}

/** Two addresses are the same when this text is. */
export function comparableEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/**
 * The numbers that a text may mean. A dot may part the digits of one number, as in `98765.43210`, or begin a decimal
 * part, which the modal takes: `9876543210.0`. With ten digits before the dot it may be either, but no number ends in
 * a decimal part of zeros.
 */
function phoneReadings(phone: string): string[] {
  const [whole = ''] = phone.split('.', 1)
  const decimals = phone.slice(whole.length)
  if (lastDigits(whole).length < NATIONAL_DIGITS) return [lastDigits(phone)]
  return /^\.0+$/.test(decimals) ? [lastDigits(whole)] : [lastDigits(whole), lastDigits(phone)]
}

function lastDigits(text: string): string {
  return text.replace(/\D/g, '').slice(-NATIONAL_DIGITS)
}
