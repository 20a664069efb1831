import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'
import { typedDigits, withoutDecimals } from '../callback-request/phone-number.ts'

/** A telephone number as it is compared, dialled and shown. */
export interface TelephoneNumber {
  /** What tells that two requests are of one number: the international form, or else the digits that were typed. */
  key: string
  /** E.164, such as `+919876543210`; null for what no country has. */
  international: string | null
  /** In groups, as people of the country write it; of another country internationally; else as it was typed. */
  shown: string
}

/** The region that gave a calling code its numbers first: US for +1. Undefined for what is no calling code. */
export function mainRegion(countryPrefix: string): CountryCode | undefined {
  return metadata.country_calling_codes[countryPrefix.slice(1)]?.[0] as CountryCode | undefined
}

/**
 * Reads numbers as if they were dialled in the department's country.
 *
 * @param countryPrefix such as +91
 * @returns a function that never throws
 */
export function numberReader(countryPrefix: string): (typed: string) => TelephoneNumber {
  const region = mainRegion(countryPrefix)
  return (typed) => {
    const whole = withoutDecimals(typed.replace(/\p{Cf}/gu, ''))
    const read = parsePhoneNumberFromString(whole, { ...(region && { defaultCountry: region }), extract: false })
    if (!read?.isValid()) return { key: typedDigits(whole), international: null, shown: typed }
    const isOurs = `+${read.countryCallingCode}` === countryPrefix
    return {
      key: read.number,
      international: read.number,
      // Only when it is asked for: a post does not, and this takes as long as reading the number.
      get shown() {
        return isOurs ? read.format('NATIONAL', { nationalPrefix: false }) : read.formatInternational()
      },
    }
  }
}
