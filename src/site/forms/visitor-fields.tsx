import { TIME_SLOTS } from '../../callback-request/time-slots.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { department } from '../content.ts'
import { pastePhone } from './paste-phone.ts'

/*
 * The fields that both forms ask for. Their types and attributes leave the judging to our rules: `required`,
 * `maxlength` or `type=email` would stop or change what those must see.
 */

interface VisitorFieldProps {
  /** Unique in the page; both forms stand in it. */
  id: string
  name: string
  label: string
  defaultValue: string | undefined
  error: string | undefined
}

export function NameField(props: VisitorFieldProps & { placeholder?: string }) {
  return <TextField {...props} autoComplete="name" enterKeyHint="next" />
}

export function PhoneField(props: VisitorFieldProps) {
  return (
    <TextField
      {...props}
      type="tel"
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
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck="false"
      enterKeyHint="next"
    />
  )
}

export function TimeSlotField({ defaultValue = '', ...props }: VisitorFieldProps) {
  return (
    <SelectField
      {...props}
      hint={department.timesAre}
      options={TIME_SLOTS}
      emptyOption="Choose a time"
      defaultValue={defaultValue}
    />
  )
}
