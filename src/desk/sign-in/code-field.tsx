import type { ValidationResult } from '../../callback-request/rules.ts'
import { TextField } from '../../ui/field.tsx'

/** The field for the six digits that an authenticator app shows. */
export function CodeField({ error }: { error: string | undefined }) {
  return (
    <TextField
      id="code"
      name="code"
      label="Code"
      hint="The six digits that your authenticator app shows now"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      error={error}
    />
  )
}

/** Authenticator apps show a space between the digits, which is ignored. */
export function readCode({ code }: Record<string, unknown>): ValidationResult<{ code: string }> {
  const digits = String(code).replaceAll(/\s/g, '')
  return /^\d{6}$/.test(digits)
    ? { ok: true, value: { code: digits } }
    : { ok: false, errors: { code: 'Please enter the six digits' } }
}

export const WRONG_CODE = 'This code is wrong or was used before. Please enter the one that is shown now.'
