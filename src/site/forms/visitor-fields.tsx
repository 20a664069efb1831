import { TIME_SLOTS } from '../../callback-request/time-slots.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { department } from '../content.ts'
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

export function PhoneField(props: VisitorFieldProps) {
  return (
    <TextField
      {...props}
      type="tel"
      dir="ltr"
      inputMode="numeric"
      autoComplete="tel-national"
      enterKeyHint="next"
      onPaste={pastePhone}
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

export function TimeSlotField(props: VisitorFieldProps) {
  return <SelectField {...props} hint={department.timesAre} options={TIME_SLOTS} emptyOption="Choose a time" />
}
