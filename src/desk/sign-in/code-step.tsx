import { type ReactNode, useRef } from 'react'
import type { ValidationResult } from '../../callback-request/rules.ts'
import { TextField } from '../../ui/field.tsx'
import { CallFailed, sendSecret } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form.tsx'
import type { NextStep } from './first-step.tsx'

/** The server ends a sign-in at the fifth wrong code. Source: desk, section 2. */
const MAX_WRONG_CODES = 5

interface CodeStepProps {
  onDone: (next: NextStep) => void
  onStartAgain: (why?: string) => void
}

/** The second step of signing in. */
export function CodeStep({ onDone, onStartAgain }: CodeStepProps) {
  const wrongCodes = useRef(0)

  async function sendCode(value: { code: string }) {
    try {
      onDone(await sendSecret<NextStep>('POST', '/api/sign-in/code', value))
    } catch (error) {
      const isWrong = error instanceof CallFailed && error.status === 401
      if (!isWrong || ++wrongCodes.current < MAX_WRONG_CODES) throw error
      onStartAgain('Too many wrong codes. Please sign in again.')
    }
  }

  return (
    <CodeForm
      autoFocus
      submitLabel="Sign in"
      otherButtons={
        <Button look="plain" onClick={() => onStartAgain()}>
          Start again
        </Button>
      }
      send={sendCode}
    />
  )
}

interface CodeFormProps {
  autoFocus?: true
  submitLabel: string
  otherButtons: ReactNode
  send: (value: { code: string }) => Promise<void>
}

/** Asks for the six digits that an authenticator app shows. */
export function CodeForm({ autoFocus, ...form }: CodeFormProps) {
  return (
    <Form {...form} validate={readCode} explain={({ status }) => (status === 401 ? { code: WRONG } : undefined)}>
      {(errors) => (
        <TextField
          id="code"
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
