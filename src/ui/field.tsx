import { type ComponentProps, type ReactNode, useId } from 'react'
import css from './field.module.css'
import icons from './icons.module.css'

export interface FieldProps {
  /** Of the control; without it, one that is unique in the page. */
  id?: string | undefined
  label: string
  /** Shown below the control, and announced with it. One that comes later is empty before, so that it is announced. */
  hint?: string | undefined
  /** The message of a field in error, word for word. */
  error?: string | undefined
}

/** A control with its label, hint and message, which screen readers announce with it. */
function Field({ id, label, hint, error, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p className={css.hint} id={`${id}-hint`} aria-live="polite">
          {hint}
        </p>
      )}
      <p className={`${css.error} ${icons.icon}`} data-tone="error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  )
}

/** What connects a control with the label, hint and message of its `Field`: the properties of both. */
function useField({ id: given, label, hint, error }: FieldProps) {
  const own = useId()
  const id = given ?? own
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const control = {
    id,
    className: css.control,
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': describedBy || undefined,
  }
  return { field: { id, label, hint, error }, control }
}

/**
 * A one-line text field.
 *
 * @param prefix stands fixed before what is typed, such as the prefix of a country
 */
export function TextField({
  id,
  label,
  hint,
  error,
  prefix,
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, 'prefix'> & { prefix?: string | undefined }) {
  const { field, control } = useField({ id, label, hint, error })
  const element = <input {...input} {...control} />
  return (
    <Field {...field}>
      {prefix ? (
        <div className={css.prefixed} dir="ltr" data-prefix={prefix}>
          {element}
        </div>
      ) : (
        element
      )}
    </Field>
  )
}

/** A text field of several lines. */
export function TextArea({ id, label, hint, error, ...textarea }: FieldProps & ComponentProps<'textarea'>) {
  const { field, control } = useField({ id, label, hint, error })
  return (
    <Field {...field}>
      <textarea {...textarea} {...control} />
    </Field>
  )
}

/** What a select sends, and what it shows; a text is both. */
export type SelectOption = string | { value: string; text: string }

/**
 * A native select.
 *
 * @param emptyOption stands first and sends nothing: it asks for a choice, or stands for none
 */
export function SelectField({
  id,
  label,
  hint,
  error,
  options,
  emptyOption,
  ...select
}: FieldProps & ComponentProps<'select'> & { options: readonly SelectOption[]; emptyOption?: string | undefined }) {
  const { field, control } = useField({ id, label, hint, error })
  const all = emptyOption === undefined ? options : [{ value: '', text: emptyOption }, ...options]
  return (
    <Field {...field}>
      <select {...select} {...control}>
        {all
          .map((option) => (typeof option === 'string' ? { value: option, text: option } : option))
          .map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
      </select>
    </Field>
  )
}
