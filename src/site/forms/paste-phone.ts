import type { ClipboardEvent } from 'react'
import type { Offer } from '../../callback-request/department-facts.ts'

interface Numbers {
  countryPrefix: string
  offer: Pick<Offer, 'phoneDigits'>
}

/**
 * The digits of a pasted telephone number, without spaces, hyphens, brackets, invisible characters and the country
 * prefix. Undefined when anything else remains, or another number of digits than a telephone number has.
 */
export function digitsOf(pasted: string, { countryPrefix, offer: { phoneDigits } }: Numbers): string | undefined {
  const bare = pasted.replace(/[\s\p{Cf}\p{Pd}()[\]]/gu, '')
  const national = bare.startsWith(countryPrefix) ? bare.slice(countryPrefix.length) : bare
  const { length } = national
  const fits = length >= phoneDigits.least && length <= phoneDigits.most
  return fits && /^[0-9]*$/.test(national) ? national : undefined
}

/** Reduces a number pasted into a telephone field to its digits. Any other paste, and all typing, is left alone. */
export function pastePhone(event: ClipboardEvent<HTMLInputElement>, numbers: Numbers) {
  const pasted = event.clipboardData.getData('text')
  const digits = digitsOf(pasted, numbers)
  if (digits === undefined || digits === pasted) return
  event.preventDefault()
  const field = event.currentTarget
  field.setRangeText(digits, field.selectionStart ?? 0, field.selectionEnd ?? field.value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
