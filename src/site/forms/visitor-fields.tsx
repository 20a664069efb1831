import { type Ref, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../../callback-request/rules.ts'
import { TIME_SLOTS, type TimeSlot } from '../../callback-request/time-slots.ts'
import type { FormTexts } from '../../content/content.ts'
import { say } from '../../content/fill.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useNow } from '../../ui/use-now.ts'
import { slotHint } from '../visit/call-window.ts'
import type { FormName } from './request-form.tsx'
import type { SubmitStatus } from './submission-state.ts'

/** What the fields of a form show: the values to begin with, the messages, and how the submission stands. */
export interface FieldsProps<Name extends string> {
  texts: FormTexts
  values?: Readonly<Record<string, string>>
  errors: FieldErrors<Name>
  status: SubmitStatus
  button?: Ref<HTMLButtonElement>
  outcome?: Ref<HTMLDivElement>
}

/** Returns the props of a form's field by its name. Ids are unique in the page, which contains both forms. */
export const fieldsOf =
  <Name extends string>(
    form: FormName,
    { values, errors, texts, status }: Pick<FieldsProps<Name>, 'texts' | 'values' | 'errors' | 'status'>,
  ) =>
  (name: Name) => {
    const error = errors[name]
    const message = error && say(error, texts.translations)
    return { id: `${form}-${name}`, name, defaultValue: values?.[name], error: message, readOnly: status === 'PENDING' }
  }

export type VisitorFieldProps = ReturnType<ReturnType<typeof fieldsOf>> & { label: string }

export function NameField(props: VisitorFieldProps & { placeholder?: string }) {
  return <TextField {...props} enterKeyHint="send" autoComplete="name" autoCorrect="off" aria-required />
}

export function EmailField(props: VisitorFieldProps) {
  return (
    <TextField
      {...props}
      type="text"
      dir="ltr"
      inputMode="email"
      enterKeyHint="send"
      autoComplete="email"
      autoCorrect="off"
      autoCapitalize="none"
      spellCheck="false"
      aria-required
    />
  )
}

/** Its hint says whose time it is, and once a slot is chosen, when we call. */
export function TimeSlotField({ texts, readOnly: _, ...props }: VisitorFieldProps & { texts: FormTexts }) {
  const { offer, timeSlots, chooseTime } = texts
  const select = useRef<HTMLSelectElement>(null)
  const [chosen, setChosen] = useState<TimeSlot>()
  useLayoutEffect(() => {
    setChosen(slotIn(select.current)) // the visitor may have chosen before hydration
    const clear = () => setChosen(undefined)
    const form = select.current?.form
    form?.addEventListener('reset', clear)
    return () => form?.removeEventListener('reset', clear)
  }, [])
  const options = offer.timeSlots.map((slot, at) => ({ value: slot, text: timeSlots?.[at] ?? slot }))
  const hint = slotHint(chosen, useNow(), texts)
  const note = () => setChosen(slotIn(select.current))
  const choices = { options, emptyOption: chooseTime, 'aria-required': true }
  return <SelectField {...props} {...choices} ref={select} onChange={note} hint={hint} />
}

const slotIn = (select: HTMLSelectElement | null) => TIME_SLOTS.find((slot) => slot === select?.value)
