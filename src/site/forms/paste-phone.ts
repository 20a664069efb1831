import type { ClipboardEvent } from 'react'
import { digitsOf, type Numbers } from '../../callback-request/phone-number.ts'

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
