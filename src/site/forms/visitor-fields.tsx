import { useLayoutEffect, useRef, useState } from 'react'
import { TIME_SLOTS, type TimeSlot } from '../../callback-request/time-slots.ts'
import type { FormTexts } from '../../content/content.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { slotHint } from './call-window.ts'
import type { fieldsOf } from './form-fields.ts'
import { pastePhone } from './paste-phone.ts'

/*
 * The fields that both forms have. Our rules alone validate them: `required`, `maxlength` or `type=email` would stop or
 * change the values that the rules must see.
 */

type VisitorFieldProps = ReturnType<ReturnType<typeof fieldsOf>> & { label: string }

export function NameField(props: VisitorFieldProps & { placeholder?: string }) {
  return <TextField {...props} autoComplete="name" enterKeyHint="next" />
}

export function PhoneField({ texts, ...props }: VisitorFieldProps & { texts: FormTexts; prefix?: string }) {
  return (
    <TextField
      {...props}
      type="tel"
      dir="ltr"
      inputMode="numeric"
      autoComplete="tel-national"
      enterKeyHint="next"
      onPaste={(event) => pastePhone(event, texts)}
    />
  )
}

export function EmailField(props: VisitorFieldProps) {
  return (
    <TextField
      {...props}
      type="text"
      dir="ltr"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck="false"
      enterKeyHint="next"
    />
  )
}

/** Its hint says whose time it is, and once a slot is chosen, when we call. */
export function TimeSlotField({ texts, ...props }: VisitorFieldProps & { texts: FormTexts }) {
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
  const hint = slotHint(chosen, new Date(), texts)
  const note = () => setChosen(slotIn(select.current))
  return <SelectField {...props} ref={select} onChange={note} hint={hint} options={options} emptyOption={chooseTime} />
}

const slotIn = (select: HTMLSelectElement | null) => TIME_SLOTS.find((slot) => slot === select?.value)
