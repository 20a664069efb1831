import type { Offer } from './department-facts.ts'

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
