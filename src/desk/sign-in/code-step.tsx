import { useEffect, useRef } from 'react'
import { CallFailed, sendSecret } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form.tsx'
import { CodeField, readCode, WRONG_CODE } from './code-field.tsx'
import type { NextStep } from './password-step.tsx'

/** The server ends a sign-in at the fifth wrong code. Source: desk, section 2. */
const MAX_WRONG_CODES = 5

interface CodeStepProps {
  onDone: (next: NextStep) => void
  onStartAgain: (why?: string) => void
}

/** The second step of signing in. */
export function CodeStep({ onDone, onStartAgain }: CodeStepProps) {
  const wrongCodes = useRef(0)
  useEffect(() => document.getElementById('code')?.focus(), [])

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
    <Form
      submitLabel="Sign in"
      otherButtons={
        <Button look="plain" onClick={() => onStartAgain()}>
          Start again
        </Button>
      }
      validate={readCode}
      send={sendCode}
      explain={({ status }) => (status === 401 ? { code: WRONG_CODE } : undefined)}
    >
      {(errors) => <CodeField error={errors.code} />}
    </Form>
  )
}
