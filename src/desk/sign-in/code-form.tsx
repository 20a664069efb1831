import type { ReactNode } from 'react'
import type { ValidationResult } from '../../callback-request/rules.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../parts/form.tsx'

interface CodeFormProps {
  autoFocus?: true
  submitLabel: string
  otherButtons: ReactNode
  send: (value: { code: string }) => Promise<void>
  /** Said besides of a wrong code. */
  whenWrong?: string
}

/** Asks for the six digits that an authenticator app shows. */
export function CodeForm({ autoFocus, whenWrong = '', ...form }: CodeFormProps) {
  return (
    <Form
      {...form}
      validate={readCode}
      explain={({ status }) => (status === 401 ? { code: `${WRONG} ${whenWrong}` } : undefined)}
    >
      {(errors) => (
        <TextField
          name="code"
          label="Code"
          hint="The six digits that your authenticator app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          error={errors.code}
          autoFocus={autoFocus}
        />
      )}
    </Form>
  )
}

/** Authenticator apps show a space between the digits, which is ignored. */
function readCode({ code }: Record<string, unknown>): ValidationResult<{ code: string }> {
  const digits = String(code).replaceAll(/\s/g, '')
  return /^\d{6}$/.test(digits)
    ? { ok: true, value: { code: digits } }
    : { ok: false, errors: { code: 'Please enter the six digits' } }
}

const WRONG = 'This code is wrong or was used before. Please enter the one that is shown now.'
