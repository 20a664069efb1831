import type { Offer } from './department-facts.ts'

/** How many digits a telephone number has without country and trunk prefix. Source: the forms' rule. */
const NATIONAL_DIGITS = 10

export interface Numbers {
  countryPrefix: string
  offer: Pick<Offer, 'phoneDigits'>
}

/** Numbers are written and copied with spaces, hyphens, brackets and invisible characters. */
export function withoutSpaces(number: string): string {
  return number.replace(/[\s\p{Cf}\p{Pd}()[\]]/gu, '')
}

/**
 * The digits of a telephone number, without spaces, hyphens, brackets, invisible characters and the country prefix.
 * Undefined when anything else remains, or another number of digits than a telephone number has.
 */
export function digitsOf(number: string, { countryPrefix, offer: { phoneDigits } }: Numbers): string | undefined {
  const bare = withoutSpaces(number)
  const national = bare.startsWith(countryPrefix) ? bare.slice(countryPrefix.length) : bare
  const { length } = national
  const fits = length >= phoneDigits.least && length <= phoneDigits.most
  return fits && /^[0-9]*$/.test(national) ? national : undefined
}

/**
 * What tells that two requests are of one telephone number: its last ten digits. A dot may separate the digits of one
 * number, as in `98765.43210`, or begin a decimal part, which the modal accepts: `9876543210.0`. After ten digits it does.
 */
export function phoneKey(phone: string): string {
  const [whole = ''] = phone.split('.', 1)
  const key = lastDigits(whole)
  return key.length < NATIONAL_DIGITS ? lastDigits(phone) : key
}

function lastDigits(text: string): string {
  return text.replace(/\D/g, '').slice(-NATIONAL_DIGITS)
}
