import type { ComponentProps } from 'react'
import { controlProps, Field, type FieldProps } from '../../../ui/field.tsx'

interface Option {
  value: string
  label: string
}

/** A native select whose options are shown in other words than they are sent. */
export function SelectField({
  id,
  label,
  hint,
  error,
  options,
  ...select
}: FieldProps & ComponentProps<'select'> & { options: readonly Option[] }) {
  return (
    <Field {...{ id, label, hint, error }}>
      <select {...select} {...controlProps({ id, label, hint, error })}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
