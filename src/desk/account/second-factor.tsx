import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { PasswordField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'
import { Section } from '../parts/page.tsx'
import { useMe, useSendSecret } from '../session.ts'
import { SecondFactorSetup } from '../sign-in/second-factor-setup.tsx'

/** The second factor, which coordinators may add and remove. */
export function SecondFactor() {
  const { role, second_factor: hasSecondFactor } = useMe()
  return (
    <Section title="Second factor">
      {!hasSecondFactor && <Add />}
      {hasSecondFactor && <p>When you sign in, you also enter a code from your authenticator app.</p>}
      {hasSecondFactor && role === 'manager' && (
        <p>Managers cannot remove it. If you lose your telephone, another manager can reset your account.</p>
      )}
      {hasSecondFactor && role === 'coordinator' && <Remove />}
    </Section>
  )
}

function Add() {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) {
    return (
      <SecondFactorSetup
        otherButtons={
          <Button look="plain" onClick={() => setIsOpen(false)}>
            Cancel
          </Button>
        }
      />
    )
  }
  return (
    <>
      <p>You can protect your account with a code from your telephone besides your password.</p>
      <div>
        <Button look="outlined" onClick={() => setIsOpen(true)}>
          Set up a second factor
        </Button>
      </div>
    </>
  )
}

function Remove() {
  const sendSecret = useSendSecret()
  return (
    <Form
      submitLabel="Remove the second factor"
      validate={({ password }) =>
        password
          ? { ok: true, value: { password: String(password) } }
          : { ok: false, errors: { password: 'Please enter your password' } }
      }
      send={(password) => sendSecret('DELETE', '/api/second-factor', password)}
      explain={({ status }) => (status === 401 ? { password: 'This is not your password' } : undefined)}
    >
      {(errors) => (
        <PasswordField
          id="password"
          name="password"
          label="Your password"
          autoComplete="current-password"
          error={errors.password}
        />
      )}
    </Form>
  )
}
