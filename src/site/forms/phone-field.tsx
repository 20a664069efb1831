import { type CompositionEvent, type FormEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { digitsOf } from '../../callback-request/phone-number.ts'
import type { FormTexts } from '../../content/content.ts'
import { TextField } from '../../ui/field.tsx'
import type { VisitorFieldProps } from './visitor-fields.tsx'

/**
 * A telephone number. Typed key by key, it stays as typed. Put in at once (pasted, filled in, dictated, suggested, dropped,
 * set by a script), it becomes its digits: in the field when the page hears of it, and in any case when the form is read.
 *
 * @param hintOf what the hint says of a number
 */
export function PhoneField({
  texts,
  hintOf,
  ...props
}: VisitorFieldProps & { texts: FormTexts; prefix?: string; hintOf?: (number: string) => string }) {
  const input = useRef<HTMLInputElement>(null)
  /** The number when the page last heard of it, whether it is typed, and which of it is being composed. */
  const seen = useRef({ number: '', isTyped: true, composed: '' })
  const [hint, setHint] = useState(hintOf?.(''))

  const note = ({ value }: HTMLInputElement, isTyped: boolean, composed = '') => {
    seen.current = { number: value, isTyped, composed }
    setHint(hintOf?.(value))
  }
  const putDigits = (field: HTMLInputElement) => {
    const digits = digitsOf(field.value, texts)
    if (digits !== undefined && digits !== field.value) replaceText(field, digits)
    note(field, false)
  }
  const onInput = ({ currentTarget: field, nativeEvent }: FormEvent<HTMLInputElement>) => {
    const { number, isTyped, composed } = seen.current
    if (field.value === number) return
    const { inputType = '', data, isComposing } = nativeEvent as Partial<InputEvent>
    const isKey = isOneKey(inputType, data, composed)
    note(field, isKey && (isTyped || field.value.length < 2), isComposing ? (data ?? composed) : '')
    if (!isKey && !isComposing && !inputType.startsWith('history')) putDigits(field)
  }
  const onComposed = ({ currentTarget: field }: CompositionEvent<HTMLInputElement>) => {
    if (seen.current.isTyped) seen.current.composed = ''
    else putDigits(field)
  }

  const readForm = useEffectEvent(({ formData }: FormDataEvent) => {
    const { name = '', value = '' } = input.current ?? {}
    const { number, isTyped } = seen.current
    if (!isTyped || value !== number) formData.set(name, digitsOf(value, texts) ?? value)
  })
  const noteFirst = useEffectEvent((field: HTMLInputElement) => {
    // The visitor may have begun to type; a whole number with a prefix may as well have been filled in.
    note(field, (digitsOf(field.value, texts) ?? field.value) === field.value)
  })
  const clear = useEffectEvent(() => {
    seen.current = { number: '', isTyped: true, composed: '' }
    setHint(hintOf?.(''))
  })
  useLayoutEffect(() => {
    const field = input.current
    const form = field?.form
    if (!field || !form) return
    noteFirst(field)
    const [read, reset] = [(event: FormDataEvent) => readForm(event), () => clear()]
    form.addEventListener('formdata', read)
    form.addEventListener('reset', reset)
    return () => {
      form.removeEventListener('formdata', read)
      form.removeEventListener('reset', reset)
    }
  }, [])

  return (
    <TextField
      {...props}
      ref={input}
      type="tel"
      dir="ltr"
      inputMode="numeric"
      enterKeyHint="send"
      autoComplete="tel-national"
      aria-required
      hint={hint}
      onInput={onInput}
      onChange={onInput} // which also hears of scripts that only fire `change`
      onCompositionEnd={onComposed}
    />
  )
}

/** Whether an event is one key: at most one character has come, to what is being composed or to the rest. */
function isOneKey(inputType: string, data: string | null | undefined, composed: string): boolean {
  if (inputType.startsWith('delete')) return true
  const isText = /^insert(Text|CompositionText|FromComposition)$/.test(inputType)
  return isText && typeof data === 'string' && data.length - composed.length < 2
}

/** Replaces all of a field's text and fires `input`; where the browser can, as a step that its undo takes back. */
function replaceText(field: HTMLInputElement, text: string) {
  if (document.activeElement === field) {
    field.select()
    document.execCommand('insertText', false, text)
  }
  if (field.value === text) return
  field.setRangeText(text, 0, field.value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
