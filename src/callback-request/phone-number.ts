import type { Offer } from './department-facts.ts'

/** How many digits a telephone number has without country and trunk prefix. Source: the forms' rule. */
const NATIONAL_DIGITS = 10

/** What a department accepts as a telephone number. Its country prefix is a plus and digits. */
export interface Numbers {
  countryPrefix: string
  offer: Pick<Offer, 'phoneDigits'>
}

/** Numbers are written and copied with spaces, hyphens, brackets and invisible characters. */
export function withoutSpaces(number: string): string {
  return number.replace(/[\s\p{Cf}\p{Pd}()[\]]/gu, '')
}

/** What stands between the digits of a number: spaces, signs and invisible characters, but not the plus before a country. */
const BETWEEN = /(?!\+)[\s\p{P}\p{S}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The digits of a telephone number that somebody has pasted, or that a browser has filled in: without spaces, signs,
 * invisible characters, the country prefix in any of its forms (`+91`, `0091`, `91`) and a 0 before the number, as far
 * as these are more than the digits that a number has. Undefined when anything else remains.
 */
export function digitsOf(number: string, { countryPrefix, offer: { phoneDigits } }: Numbers): string | undefined {
  const country = countryPrefix.slice(1)
  const digits = `[0-9]{${phoneDigits.least},${phoneDigits.most}}`
  const written = new RegExp(`^(?:tel)?(?:(?:\\+|00)${country}0??|(?:${country})??0??)(${digits})$`, 'i')
  return written.exec(number.replace(BETWEEN, ''))?.[1]
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
