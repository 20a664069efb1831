import { useEffect, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { PasswordField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/page.tsx'
import { useMe, useSendSecret } from '../session.ts'
import { SecondFactorSetup } from '../sign-in/second-factor-setup.tsx'

const HEADING_ID = 'second-factor'

/** What is said after a step to another. */
const SAID: Readonly<Record<string, string>> = {
  'open set': 'Your second factor is set up.',
  'set unset': 'Your second factor is removed.',
}

/** The second factor, which coordinators may add and remove. After each step the heading has the focus. */
export function SecondFactor() {
  const { role, second_factor: hasSecondFactor } = useMe()
  const [isOpen, setIsOpen] = useState(false)
  const [said, setSaid] = useState('')
  const step = hasSecondFactor ? 'set' : isOpen ? 'open' : 'unset'
  const before = useRef(step)

  useEffect(() => {
    if (before.current === step) return
    setSaid(SAID[`${before.current} ${step}`] ?? '')
    if (step === 'set') setIsOpen(false)
    before.current = step
    document.getElementById(HEADING_ID)?.focus()
  }, [step])

  return (
    <Section title="Second factor" headingId={HEADING_ID}>
      <Notice role="status" tone="ok">
        {said}
      </Notice>
      {step === 'open' && (
        <SecondFactorSetup
          otherButtons={
            <Button look="plain" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
          }
        />
      )}
      {step === 'unset' && (
        <>
          <p>You can protect your account with a code from your telephone besides your password.</p>
          <div>
            <Button look="outlined" onClick={() => setIsOpen(true)}>
              Set up a second factor
            </Button>
          </div>
        </>
      )}
      {hasSecondFactor && <p>When you sign in, you also enter a code from your authenticator app.</p>}
      {hasSecondFactor && role === 'manager' && (
        <p>Managers cannot remove it. If you lose your telephone, another manager can reset your account.</p>
      )}
      {hasSecondFactor && role === 'coordinator' && <Remove />}
    </Section>
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
