import { useEffect } from 'react'
import type { ValidationResult } from '../../callback-request/rules.ts'
import { TextField } from '../../ui/field.tsx'
import { sendSecret } from '../api.ts'
import { PasswordField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'

/** What follows a step of signing in. */
export interface NextStep {
  next: 'desk' | 'code' | 'enrol'
}

/** The first step of signing in. */
export function PasswordStep({ onDone }: { onDone: (next: NextStep) => void }) {
  useEffect(() => document.getElementById('email')?.focus(), [])
  return (
    <Form
      submitLabel="Sign in"
      validate={readCredentials}
      send={async (credentials) => onDone(await sendSecret('POST', '/api/sign-in', credentials))}
      explain={({ status }) => (status === 401 ? 'E-mail or password is wrong.' : undefined)}
    >
      {(errors) => (
        <>
          <TextField
            id="email"
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.email}
          />
          <PasswordField
            id="password"
            name="password"
            label="Password"
            autoComplete="current-password"
            error={errors.password}
          />
        </>
      )}
    </Form>
  )
}

/** Only asks that both are there: which accounts and passwords exist is not said here. */
function readCredentials({ email, password }: Record<string, unknown>): ValidationResult<Record<string, unknown>> {
  const errors = {
    ...(!String(email).trim() && { email: 'Please enter your e-mail address' }),
    ...(!password && { password: 'Please enter your password' }),
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: { email, password } }
}
