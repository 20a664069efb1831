import type { ClipboardEvent } from 'react'

/**
 * The ten digits of a pasted telephone number, without spaces, hyphens, brackets, invisible characters and the country
 * prefix. Undefined when anything else remains.
 */
export function tenDigitsOf(pasted: string, countryPrefix: string): string | undefined {
  const bare = pasted.replace(/[\s\p{Cf}\p{Pd}()[\]]/gu, '')
  const national = bare.startsWith(countryPrefix) ? bare.slice(countryPrefix.length) : bare
  return /^[0-9]{10}$/.test(national) ? national : undefined
}

/** Reduces a number pasted into a telephone field to its ten digits. Any other paste, and all typing, is left alone. */
export function pastePhone(event: ClipboardEvent<HTMLInputElement>, countryPrefix: string) {
  const pasted = event.clipboardData.getData('text')
  const digits = tenDigitsOf(pasted, countryPrefix)
  if (digits === undefined || digits === pasted) return
  event.preventDefault()
  const field = event.currentTarget
  field.setRangeText(digits, field.selectionStart ?? 0, field.selectionEnd ?? field.value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
