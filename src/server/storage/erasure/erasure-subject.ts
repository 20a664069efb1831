/** The person whose requests are erased, or the one request. */
export type ErasureSubject = { email: string } | { phone: string } | { reference: string }

/** How many digits a telephone number has without country and trunk prefix. Source: the forms' rule. */
const NATIONAL_DIGITS = 10

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

/** Two addresses are the same when their comparable texts are equal. */
export function comparableEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/**
 * The numbers that a text may mean. A dot may separate the digits of one number, as in `98765.43210`, or begin a decimal
 * part, which the modal accepts: `9876543210.0`. With ten digits before the dot it may be either, but a decimal part of
 * zeros is never part of a number.
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
