import type { FormTexts } from '../../content/content.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
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

export function PhoneField({ texts, ...props }: VisitorFieldProps & { texts: FormTexts }) {
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

export function TimeSlotField({ texts, ...props }: VisitorFieldProps & { texts: FormTexts }) {
  const { timesAre, offer, timeSlots, chooseTime } = texts
  const options = offer.timeSlots.map((slot, at) => ({ value: slot, text: timeSlots?.[at] ?? slot }))
  return <SelectField {...props} hint={timesAre} options={options} emptyOption={chooseTime} />
}
