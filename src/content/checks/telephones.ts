import type { DepartmentDetails } from '../schema.ts'
import { placeOf } from './texts.ts'

/** Countries whose numbers keep their first 0 when they are dialled from abroad: Italy and four others. */
const KEEP_ZERO = ['+39', '+225', '+229', '+242', '+378']

/** The department's numbers. */
const TELEPHONES = ['telephone', 'callsFrom', 'emergencyTelephone'] as const

/** One that cannot be read is left out. */
type TelephoneFacts = Pick<DepartmentDetails, 'countryPrefix' | 'sample'> &
  Partial<Pick<DepartmentDetails, (typeof TELEPHONES)[number]>>

/** The numbers can be dialled from anywhere; the sample's, of zeros alone, only by the sample. */
export function telephoneMistakes(details: TelephoneFacts, file: string): string[] {
  return TELEPHONES.flatMap((name) => {
    const number = details[name]
    if (number === undefined) return []
    const problem = name === 'emergencyTelephone' ? emergencyProblem(number, details) : numberProblem(number, details)
    return problem ? [`${placeOf(file, [name])}: ${problem}`] : []
  })
}

/** E.164: a country's prefix and the number in it, together at most 15 digits. */
function numberProblem(number: string, { countryPrefix, sample }: TelephoneFacts): string | undefined {
  const shown = `"${number}" does not dial`
  const inCountry = number.slice(countryPrefix.length).replace(/\D/g, '')
  const digits = number.replace(/\D/g, '')
  if (!/^\+?[\d ()-]*$/.test(number)) return `${shown}: only digits, spaces, hyphens and brackets can follow the +`
  if (!number.startsWith(countryPrefix) || digits === '')
    return `${shown}: it should begin with the countryPrefix, ${countryPrefix}`
  if (digits.length < 8 || digits.length > 15)
    return `${shown}: it has ${digits.length} digits; with the country they are 8 to 15`
  if (/^0+$/.test(inCountry)) return sample ? undefined : `${shown}: it is the sample's number, which is invented`
  if (inCountry.startsWith('0') && !KEEP_ZERO.includes(countryPrefix))
    return `${shown}: leave out the 0 after ${countryPrefix}, which is for calls inside the country only`
  return undefined
}

function emergencyProblem(number: string, details: TelephoneFacts): string | undefined {
  if (/^\d{2,6}$/.test(number)) return undefined
  if (number.startsWith('+')) return numberProblem(number, details)
  return `"${number}" does not dial: it should be a short number such as 112, or begin with the countryPrefix`
}
