import type { Offer } from './department-facts.ts'

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

/** The first digits of a number that no country has. Source: desk, section 3. */
const MAX_DIGITS = 30

/** After so many digits a dot begins a decimal part, which the modal accepts. Source: desk, section 3. */
const DIGITS_BEFORE_DECIMALS = 10

/** A number without what somebody typed behind its dot: `9876543210.0` has ten digits, and `98765.43210`, too. */
export function withoutDecimals(phone: string): string {
  const [whole = ''] = phone.split('.', 1)
  return typedDigits(whole).length < DIGITS_BEFORE_DECIMALS ? phone : whole
}

/** The digits that were typed, the first thirty of them: by these a number is compared that no country has. */
export function typedDigits(phone: string): string {
  return phone.replace(/\D/g, '').slice(0, MAX_DIGITS)
}
